/** The words of the algorithms in Korean. */

import { digitsOf } from '../../board';
import { ko as page } from '../../text/ko';
import type { Lessons } from './en';
import type { Event } from './search';

const n = (count: number): string => count.toLocaleString('ko');
const { cell, house } = page;
const digits = (set: number): string => digitsOf(set).join(', ');
/** The digits whose Korean name ends with a consonant: 일, 삼, 육, 칠, 팔. They have the particles 을 and 은. */
const CLOSED = [1, 3, 6, 7, 8];
const object = (digit: number): string => `${digit}${CLOSED.includes(digit) ? '을' : '를'}`;
const topic = (digit: number): string => `${digit}${CLOSED.includes(digit) ? '은' : '는'}`;

export const ko: Lessons = {
  n,
  intro:
    '프로그램이 스도쿠를 푸는 과정을 코드 한 줄씩 따라가 봅니다. 알고리즘과 문제를 고르고 ‘한 줄’이나 ‘재생’을 누르세요.',
  algorithm: '알고리즘',
  names: { scan: '순서대로', bitmask: '비트마스크', mrv: '후보 적은 칸부터', board: '판 전체', all: '나란히 보기' },
  what: {
    scan: '빈칸을 위에서부터 차례로 보며, 행과 열과 상자에 없는 가장 작은 숫자를 씁니다. 들어갈 숫자가 없으면 앞의 빈칸으로 되돌아가 다음 숫자를 넣어 봅니다.',
    bitmask:
      '탐색 순서는 ‘순서대로’와 같지만, 행·열·상자마다 아직 쓸 수 있는 숫자를 정수 하나의 비트로 기억합니다. 칸을 27번 보는 대신 세 정수를 AND 한 번으로 묶습니다.',
    mrv: '행·열·상자에서 들어갈 곳이 하나뿐인 숫자를 먼저 쓰고, 없으면 후보가 가장 적은 빈칸을 고릅니다(MRV). 단계가 적은 까닭은 두 가지입니다. 후보가 하나인 칸은 추측이 아니고, 후보가 없는 칸은 앞의 추측이 틀렸음을 바로 알려 줍니다. ‘순서대로’는 그 칸에 이르러서야 둘을 알게 됩니다.',
    board:
      '81칸의 후보를 모두 들고, 모든 칸과 모든 행·열·상자를 한 번에 검사합니다. 이런 반복문은 벡터 명령으로 여러 수를 동시에 계산합니다. 더 줄어들지 않을 때만 판을 복사해 추측하므로 숫자를 지울 필요가 없습니다.',
    all: '네 프로그램이 같은 문제를 한 시계에 맞춰 풉니다. 시계가 한 번 갈 때마다 각 프로그램이 표시된 코드 한 줄을 실행합니다. 줄 수는 시간이 아닙니다. ‘판 전체’의 검사는 한 줄이지만 81칸을 모두 계산합니다. 쓰거나 추측한 숫자와 되돌아간 횟수를 견주어 보세요.',
  },
  engine: {
    scan: '엔진의 scan도 같은 숫자를 같은 순서로 씁니다.',
    bitmask: '엔진의 bitmask도 같은 숫자를 같은 순서로 씁니다.',
    mrv: '엔진의 mrv는 판의 싱글(하나뿐인 숫자)을 한꺼번에 찾고, 후보 수가 같은 칸은 이웃을 보고 고르므로 횟수가 조금 다릅니다.',
    board:
      '엔진의 board는 잠긴 후보도 지우고, 판을 벡터 레지스터에 두며, 칸 대신 세 행이나 세 열에서 숫자의 자리를 추측합니다.',
  },
  puzzle: '문제',
  puzzles: {
    sample: '백준 2580 예제',
    straight: '되돌아가지 않음',
    ten: '열 번 되돌아감',
    hundreds: '약 500번 되돌아감',
    worst: '순서대로에 최악',
    two: '답이 둘',
    mine: '내 판',
  },
  noBoard: '판이 비어 있거나 충돌이 있습니다. 충돌이 없는 문제가 필요합니다.',
  language: '프로그래밍 언어',
  code: '코드',
  copyProgram: '전체 프로그램 복사',
  comments: {
    free: '비트 d: 숫자 d를 아직 쓸 수 있음',
    lowest: '가장 낮은 비트',
    lost: '들어갈 곳이 없는 숫자가 있음',
    single: '곳이 하나뿐인 숫자',
    candidates: '칸마다 후보, 숫자 d는 비트 d',
    pass: '바뀐 칸의 수, 또는 답이 없음을 돌려줌',
    lanes27: '레인 27개',
    lanes81: '레인 81개',
  },

  mistake: '실수',
  mistakes: { none: '없음', reset: '칸을 되돌리지 않음', early: '찾고도 멈추지 않음', twice: '탐색 안에서 출력' },
  mistakeWhat: {
    none: '',
    reset:
      '호출이 실패해도 숫자가 판에 남습니다. 다음 호출은 판에 남은 이 숫자를 보고, 들어갈 수 있는 숫자까지 거부합니다.',
    early:
      '호출의 결과를 쓰지 않습니다. 답을 찾은 뒤에도 탐색이 이어져 모든 숫자를 지우고, 빈칸이 남은 판을 출력합니다.',
    twice:
      '답을 찾을 때마다 출력하고 멈추지 않습니다. 답이 둘이면 판이 두 번 나오고, 하나면 그 뒤의 시간이 낭비됩니다.',
  },
  result: (boards, steps, solvedAt) => {
    const kinds = { right: '맞는 판', blank: '빈칸이 남은 판', wrong: '틀린 판' };
    const printed =
      boards.length === 1
        ? `${kinds[boards[0]!]}을 출력했습니다`
        : `판을 ${boards.length > 99 ? '백 번 이상' : `${boards.length}번`} 출력했습니다`;
    const wasted =
      solvedAt > 0 && steps - solvedAt > 200
        ? ` ${n(solvedAt)}줄 만에 답을 찾고도 ${n(steps - solvedAt)}줄을 더 실행했습니다.`
        : '';
    return `프로그램은 ${n(steps)}줄을 실행하고 ${printed}.${wasted} ${boards.length === 1 && boards[0] === 'right' ? '채점 결과는 ‘맞았습니다’입니다.' : '채점 결과는 ‘틀렸습니다’입니다.'}`;
  },

  noMistake: '이 문제에서는 되돌아가지 않으므로 실수가 드러나지 않습니다. ‘열 번 되돌아감’ 문제를 고르세요.',

  toStart: '처음으로',
  back: '뒤로',
  step: '한 줄',
  play: '재생',
  pause: '잠깐 멈춤',
  nextBack: '다음 되돌아감',
  toEnd: '끝으로',
  speed: '속도',
  perSecond: (lines) => `초당 ${n(lines)}줄`,
  noBack: '여기서부터는 되돌아가지 않습니다. 탐색의 끝입니다.',
  tick: (at) => `${n(at)}번째 줄`,
  running: (at) => `실행 중: ${n(at)}번째 줄 …`,
  counts: (one, isWhole) =>
    [
      `${n(one.steps)}줄`,
      isWhole ? `검사 ${n(one.passes)}번, 추측 ${n(one.placements)}번` : `쓴 숫자 ${n(one.placements)}개`,
      `되돌아감 ${n(one.retreats)}번`,
      `깊이 ${one.depth}`,
    ].join(' · '),

  stack: '호출 스택',
  frame: (at, where, digit) => `fill(${at})  ${where}${digit ? ` = ${digit}` : ''}`,
  frameWhole: (at, where, digit) => `solve, 깊이 ${at}  ${where}${digit ? ` = ${digit}` : ''}`,
  below: (count) => `아래에 호출 ${n(count)}개 더`,
  noCalls: '실행 중인 호출이 없습니다.',
  tables: '쓸 수 있는 숫자',
  tableNames: ['행', '열', '상자'],
  and: '셋 모두',
  tablesNote:
    '칠한 칸은 아직 쓸 수 있는 숫자(비트 1)입니다. 지금 칸의 행, 열, 상자를 표시했고, 셋 모두에서 쓸 수 있는 숫자가 아래에 있습니다.',
  tree: '탐색 트리',
  treeNote: (shown, all) =>
    `${all > shown ? `가지 ${n(all)}개 가운데 마지막 ${n(shown)}개` : `가지 ${n(all)}개`}. 아래로 갈수록 깊습니다. ×는 실패한 가지, ○는 답이며, 굵은 선이 지금의 경로입니다.`,

  told: (one, isWhole) => {
    const at = one.cell >= 0 ? cell(one.cell) : '';
    const { digit } = one;
    const told: Record<Event, () => string> = {
      enter: () =>
        one.cell < 0 && one.depth > 0
          ? `호출 ${one.depth}: 빈칸이 남아 있는지 봅니다.`
          : at
            ? `호출 ${one.depth}: 다음 빈칸은 ${at}입니다.`
            : `호출 ${one.depth}: 다음 빈칸은 아래에서 고릅니다.`,
      done: () => '빈칸이 없습니다. 다 풀었습니다.',
      print: () => '탐색 안에서 판을 출력합니다.',
      try: () =>
        one.outcome
          ? `${at}에 ${object(digit)} 넣을 수 있습니다.`
          : `${at}에 ${topic(digit)} 안 됩니다. 행, 열 또는 상자에 이미 있습니다.`,
      place: () => (isWhole ? `복사한 판의 ${at}에 ${object(digit)} 추측합니다.` : `${at}에 ${object(digit)} 씁니다.`),
      call: () => `${at}에 ${object(digit)} 둔 채 나머지 칸을 풀러 갑니다.`,
      found: () => '호출이 답을 찾았습니다. 바로 돌아갑니다.',
      reset: () => `호출이 실패했습니다. ${at}의 ${object(digit)} 지웁니다.`,
      fail: () => (at ? `${at}에 넣을 숫자가 더 없습니다. 되돌아갑니다.` : '넣을 숫자가 더 없습니다. 되돌아갑니다.'),
      look: () =>
        isWhole
          ? at
            ? `더 줄어들지 않습니다. ${at}에서 추측합니다(${digits(one.digits)}).`
            : '모든 칸이 정해졌습니다.'
          : at
            ? `${at}에 쓸 수 있는 숫자: ${digits(one.digits) || '없음'}.`
            : '빈칸을 고릅니다.',
      house: () => `${house(one.house)}${one.house < 18 ? '을' : '를'} 봅니다. 곳이 하나뿐인 숫자가 있습니까?`,
      lost: () =>
        isWhole
          ? '후보가 없는 칸이나 갈 곳이 없는 숫자가 있습니다. 되돌아갑니다.'
          : `${house(one.house)}에 갈 곳이 없는 숫자가 있습니다. 이 가지는 실패입니다.`,
      hidden: () => `${house(one.house)}에서 ${digits(one.digits)}의 자리는 ${at} 하나뿐입니다.`,
      fewest: () =>
        `곳이 하나뿐인 숫자가 없습니다. 후보가 가장 적은 칸은 ${at}입니다: ${digits(one.digits) || '없음'}.`,
      pass: () => (one.outcome < 0 ? '검사에서 모순이 나왔습니다.' : `검사로 ${n(one.outcome)}칸이 바뀌었습니다.`),
      end: () => '프로그램이 끝났습니다.',
    };
    return one.steps === 0 ? '‘한 줄’을 누르세요.' : told[one.event]();
  },

  timing: '시간은 얼마나 걸릴까요?',
  timingIntro:
    '네 알고리즘의 엔진판으로 고른 문제를 이 브라우저에서 풉니다. 먼저 충분히 돌려 본 다음 일곱 묶음으로 잽니다.',
  measure: '재기',
  more: '모든 방법 재기',
  head: ['알고리즘', '쓴 숫자', '추측', '중앙값', '최소~최대'],
  guesses: '추측: 다른 선택지가 남아 있을 때 넣어 본 숫자의 수입니다.',
  tooShort: '너무 짧아 잴 수 없음',
  unsteady: '50% 넘게 달라짐',
  atLeast: '중단',
  single: '너무 느려 다섯 번을 못 채움',
  chart: '한 번 푸는 시간(로그 눈금)',
  budget: '80 ms: 백준의 C++ 프로그램',
  budgetNote:
    '80 ms는 한 블로그 글의 백준 2580 C++ 풀이가 걸린 시간입니다. 채점 서버에서 프로세스 시작, 입력, 탐색, 출력까지 모두 더한 값입니다. 막대는 이 컴퓨터에서 탐색만 잰 값입니다. 같은 조건으로 견주려면 프로그램을 채점해 보세요:',
  judge: '내 프로그램 채점하기',
  judgeIntro:
    'bench-harness 명령은 채점 서버처럼 프로그램을 문제 60개로 실행하고, 위의 방법들과 견줍니다. “cargo build --release -p bench-harness”로 빌드하며, 설명은 docs/guides/judge.md에 있습니다.',
  copy: '복사',
  copied: '복사했습니다.',
  notCopied: '브라우저가 허용하지 않습니다.',
};
