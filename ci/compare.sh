#!/usr/bin/env bash
# Compares strategies before and after a change: checks every answer, then times both versions in
# turns on this machine. Run it in the git repository of the change. Works in any CI system.
#
#   COMPARE_BUILD='cargo build --release' COMPARE_PROGRAM=target/release/harness compare.sh
#   COMPARE_BUILD=make COMPARE_ENGINES='mine=./engine' compare.sh
#
# Variables (paths are relative to the repository):
#   COMPARE_BUILD       command that builds your program; it runs in your change (head), and in a
#                       copy of the version before it (base)
#   COMPARE_PROGRAM     harness that the build makes: `bench-harness`, or your own with `main_with`
#   COMPARE_ENGINES     programs of the line protocol, one NAME=COMMAND on each line
#   COMPARE_STRATEGIES  strategies of the harness, separated by spaces    [default: all, no variants]
#   COMPARE_SETS        embedded puzzle sets, separated by spaces         [default: those of `gate`]
#   COMPARE_TIME_LIMIT  time limit of a puzzle, such as 10s               [default: 1s]
#   COMPARE_BASE        commit, branch or tag before the change
#                       [default: the first parent if HEAD is a merge; otherwise the point where HEAD
#                       left the remote's default branch, or the parent of HEAD on that branch]
#   COMPARE_HARNESS     `bench-harness` for engines             [default: it is built from this clone]
#
# Exit codes: 0 passes; 1 a wrong answer, a missed time budget or a slower strategy; 2 bad usage, or
# the head cannot be built. If the base cannot be built, only the answers of the head are checked.
# The tables go to standard output, and to the file in GITHUB_STEP_SUMMARY if that is set.
# Values with `*` are names, not patterns of files.
set -euf -o pipefail

fail() {
    echo "error: $*" >&2
    exit 2
}

build=${COMPARE_BUILD:-} program=${COMPARE_PROGRAM:-} engines=${COMPARE_ENGINES:-}
[ -n "$program$engines" ] || fail "set COMPARE_PROGRAM or COMPARE_ENGINES; see the head of $0"
case ${COMPARE_BASE:-} in -*) fail "COMPARE_BASE is $COMPARE_BASE, but it must be a commit, branch or tag" ;; esac
here=$(cd "$(dirname "$0")/.." && pwd)
head=$(git rev-parse --show-toplevel) || fail "run this in the git repository of the change"
cd "$head"
export GIT_TERMINAL_PROMPT=0
depth=()
[ "$(git rev-parse --is-shallow-repository)" = false ] || depth=(--depth=1)
fetch() { git fetch --quiet --no-tags ${depth[@]+"${depth[@]}"} origin "$1"; }

# Prints the commit before the change.
find_base() {
    if [ -n "${COMPARE_BASE:-}" ]; then
        git rev-parse --verify --quiet "$COMPARE_BASE^{commit}" && return
        fetch "$COMPARE_BASE" && git rev-parse FETCH_HEAD
        return
    fi
    # A shallow clone lacks the parents, but the commit names them.
    local parents fork
    parents=$(git cat-file -p HEAD | sed -n '/^$/q; s/^parent //p')
    if [ "$(wc -w <<<"$parents")" -lt 2 ] && git remote get-url origin >/dev/null 2>&1; then
        # The point where a branch left the default branch needs the history.
        [ -z "${depth[*]-}" ] || git fetch --quiet --no-tags --unshallow origin
        depth=()
        fetch HEAD 2>/dev/null && fork=$(git merge-base HEAD FETCH_HEAD) || fork=
        [ -z "$fork" ] || [ "$fork" = "$(git rev-parse HEAD)" ] || parents=$fork
    fi
    head -n 1 <<<"$parents"
}
base_commit=$(find_base) && [ -n "$base_commit" ] ||
    fail "the commit before the change was not found: set COMPARE_BASE to a commit or branch"
git cat-file -e "$base_commit^{commit}" 2>/dev/null ||
    fetch "$base_commit" ||
    fail "the base $base_commit cannot be fetched"

folder=$(mktemp -d) || exit 2
base=$folder/base
cleanup() {
    git worktree remove --force "$base" 2>/dev/null || true
    rm -rf "$folder"
    git worktree prune
}
trap cleanup EXIT

# Runs a command in a process group of its own, which a signal to this script ends.
child=
run() {
    set -m
    "$@" </dev/null &
    child=$!
    set +m
    local result=0
    wait "$child" || result=$?
    child=
    return "$result"
}
stop() {
    trap '' INT TERM HUP PIPE
    if [ -n "$child" ]; then
        kill -- "-$child" 2>/dev/null || true
        wait "$child" 2>/dev/null || true
    fi
    exit "$1"
}
trap 'stop 130' INT
trap 'stop 143' TERM
trap 'stop 129' HUP
trap 'stop 141' PIPE
git worktree add --quiet --detach "$base" "$base_commit" || exit 2

# The exit code for a build that succeeds, but does not make the program.
not_made=111
# Builds the version in this folder. The output goes to standard error.
build_in() {
    (cd "$1" && bash -euo pipefail -c "$build") >&2 || return 1
    [ -z "$program" ] || { [ -f "$1/$program" ] && [ -x "$1/$program" ]; } || return "$not_made"
}
run build_in "$head" || {
    result=$?
    [ "$result" = "$not_made" ] || fail "COMPARE_BUILD fails in the change: $build"
    fail "COMPARE_BUILD does not make COMPARE_PROGRAM=$program; give the path of an executable file" \
        "from the root of the repository"
}
has_base=true
run build_in "$base" || has_base=false

harness=${COMPARE_HARNESS:-$here/target/release/bench-harness}
if [ -n "$program" ]; then
    harness=$head/$program
elif [ -z "${COMPARE_HARNESS:-}" ]; then
    build_harness() {
        cd "$here" && env -u CARGO_BUILD_TARGET cargo build --release --locked -p bench-harness \
            --target-dir target >&2
    }
    run build_harness || fail "bench-harness cannot be built from $here"
fi
command -v "$harness" >/dev/null || fail "the harness $harness cannot be run; set COMPARE_HARNESS"

# Quotes a word for a shell.
quoted() { printf "'%s'" "${1//\'/\'\\\'\'}"; }
# Prints the command that runs an engine in the work tree of its version.
in_folder() { printf '%s=sh -c %s' "$name" "$(quoted "cd $(quoted "$1") && $command")"; }

options=() strategies=() compared=() engines_of_head=()
for set in ${COMPARE_SETS:-}; do options+=(--set "$set"); done
[ -z "${COMPARE_TIME_LIMIT:-}" ] || options+=(--time-limit "$COMPARE_TIME_LIMIT")
for strategy in ${COMPARE_STRATEGIES:-}; do strategies+=(--strategy "$strategy"); done
[ -z "$program" ] || compared+=(--base "$base/$program" ${strategies[@]+"${strategies[@]}"})
while read -r engine; do
    engine=${engine%$'\r'}
    [ -n "$engine" ] || continue
    name=${engine%%=*} command=${engine#*=}
    { [ "$name" != "$engine" ] && [ -n "$command" ]; } ||
        fail "an engine must be NAME=COMMAND, but one is: $engine"
    engines_of_head+=(--external "$(in_folder "$head")")
    compared+=(--external "$(in_folder "$head")" --base-external "$(in_folder "$base")")
done <<<"$engines"

# Runs the harness, and adds the table to the summary. Keeps the worst exit code: 1, then 2.
code=0
show() {
    local result=0
    run "$harness" "$@" ${options[@]+"${options[@]}"} --output "$folder/table.md" || result=$?
    [ "$result" -le 2 ] || fail "the harness ended with the exit code $result"
    [ ! -e "$folder/table.md" ] || cat "$folder/table.md" >>"$folder/summary.md"
    rm -f "$folder/table.md"
    if [ "$result" = 1 ] || [ "$code" = 0 ]; then code=$result; fi
}
if $has_base; then
    show gate "${compared[@]}"
    engines_of_head=()
else
    echo "### Not compared: the base $base_commit cannot be built" >"$folder/summary.md"
    echo "warning: the base $base_commit cannot be built, so only the head's answers are checked" >&2
fi
[ -z "$program" ] ||
    show --format markdown --check-budget ${strategies[@]+"${strategies[@]}"}
# `gate` has checked the engines, if there is a base. The strategy `mrv` is the reference.
if [ ${#engines_of_head[@]} -gt 0 ]; then
    [ -n "${COMPARE_SETS:-}" ] || options+=(--set judge --set easy --set hard --set none)
    show --format markdown --verify-only --strategy mrv "${engines_of_head[@]}"
fi
if [ -e "$folder/summary.md" ]; then
    cat "$folder/summary.md"
    [ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$folder/summary.md" >>"$GITHUB_STEP_SUMMARY" ||
        echo "warning: the summary cannot be written to $GITHUB_STEP_SUMMARY" >&2
fi
exit "$code"
