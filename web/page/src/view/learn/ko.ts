/** The words of the lessons in Korean. */

import type { Lessons } from './en';

export const ko: Lessons = {
  intro:
    '규칙부터 시작하세요. 기법마다 정의, 증명이 있는 예시, 연습 문제가 있습니다. 연습 문제를 세 개 풀면 그 기법을 익힌 것으로 셉니다. 유닛은 행, 열, 상자를 함께 이르는 말입니다.',
  rules: '스도쿠의 규칙',
  rulesLine: '처음이라면 여기부터: 세 문장과 그림 하나.',
  rulesText: [
    '모든 빈칸에 1부터 9까지의 숫자를 하나씩 적습니다.',
    '가로줄, 세로줄, 3×3칸 상자마다 1부터 9까지의 숫자가 꼭 한 번씩 들어갑니다.',
    '인쇄된 숫자(주어진 숫자)는 바꾸지 않으며, 이에 맞는 답은 하나뿐이어서 찍을 필요가 없습니다.',
  ],
  rulesDrawing: (row, column) => `색칠한 칸은 ${row}행 ${column}열에 있는 칸의 가로줄, 세로줄, 상자입니다.`,
  rulesBoard: '가로줄, 세로줄, 상자를 보여 주는 판',
  playEasy: '쉬운 문제 풀기',
  firstLesson: '첫 기법',
  all: '모든 기법',
  before: (title) => `‹ ${title}`,
  after: (title) => `${title} ›`,
  solved: (count, of) => (count >= of ? '✓ 익힘' : `${of}개 중 ${count}개 풂`),
  learned: (count, of) => `${of}개 중 ${count}개 익힘`,
  print: '인쇄',
  printGroup: (level) => `${level} 수준의 기법 인쇄`,
  example: '예시',
  exampleBoard: (title) => `예시: ${title}`,
  noExample: '이 기법은 너무 드물어서 준비된 문제가 없습니다.',
  play: '이 기법이 필요한 문제 풀기',
  looking: (count) => `문제 ${count.toLocaleString('ko')}개를 살펴봄 …`,
  exercise: '찾아보기',
  exerciseBoard: (title) => `연습: ${title}`,
  aim: {
    place: (title) => `${title}: 이 기법으로 정해지는 숫자를 찾으세요. 칸을 고르고 숫자를 누릅니다.`,
    remove: (title) =>
      `${title}: 이 기법으로 지워지는 후보를 찾으세요. 칸을 고르고 숫자를 누릅니다. 그 단계의 후보 하나면 됩니다.`,
  },
  mode: '숫자의 뜻',
  modes: { place: '쓰기', remove: '지우기' },
  marked: { place: (digit) => `, ${digit} 쓰기`, remove: (digit) => `, ${digit} 지우기` },
  digits: '숫자',
  check: '확인',
  clear: '비우기',
  showMe: '보여 주기',
  next: '다음 연습',
  making: '연습 문제를 만드는 중 …',
  nothing: '먼저 칸을 고르고 숫자를 누르세요.',
  wrong: (claims) => `${claims}: 답과 맞지 않습니다. 다시 살펴보세요.`,
  unproved: (claims) => `${claims}: 맞지만, 여기서 이 기법으로는 증명되지 않습니다.`,
  undecided: (claims) =>
    `${claims}: 맞지만, 이 기법의 처음 1,000단계로는 증명되지 않습니다. 단계가 더 있을 수 있습니다.`,
  right: (rest) => (rest === '' ? '맞습니다.' : `맞습니다. 같은 단계로 ${rest}도 증명됩니다.`),
  shown: '이 단계입니다. 연습 문제를 푼 것으로 세지 않습니다.',
};
