#!/usr/bin/env bash
# Finds HiGHS, or on Debian fetches it into .deps/sysroot, and compiles solvers/highs/child into .deps/highs: the
# program that solves with HiGHS, with the libraries that it needs, so the folder can be moved. .deps/env.sh names it for
# tests. It needs no root, changes nothing else, and can be run again at any time: what is already there is probed in
# well under a second.
#
# A HiGHS counts only when the child compiles, links *and solves a small program* with it:
#   1. $HIGHS_PREFIX, when set
#   2. the system's (/usr, /usr/local), then Homebrew's
#   3. .deps/sysroot; when it is missing or does not run, it is made from Debian's packages, which
#      apt holds to the hashes that Debian's archive has signed
# When none works, feltlab is built all the same, and the reason goes to stderr.
set -euo pipefail
export LC_ALL=C
umask 022

# The versions of HiGHS that the tests have passed with. Another one that runs is used too, with a
# warning.
TESTED="1.10.0"
# The Debian suites that have a HiGHS new enough, the first that a mirror serves is taken, and the
# oldest glibc that the first one's packages run with; the others bring their own.
SUITES="trixie forky sid"
SUITE_GLIBC=2.38
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
# Seconds without an answer after which a mirror counts as out of reach.
MIRROR_TIMEOUT=15

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
deps=$root/.deps
sysroot=$deps/sysroot
env=$deps/env.sh
intro="# Written by scripts/deps.sh; source it before calling the go command."
mkdir -p "$deps"
find "$deps" -maxdepth 1 -name 'tmp.*' -mmin +60 -exec rm -rf {} + # left by a killed run
tmp=$(mktemp -d "$deps/tmp.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

log=$tmp/log         # what the failed attempts printed
why=()               # one line for each failed attempt
cflags=() ldflags=() # the flags under test
libraries=           # the folder of libraries to take along

read -ra cc <<<"${CC:-cc}"

# probe NAME makes the child's folder with cflags and ldflags, and sets version when it runs.
probe() {
	local child=$tmp/highs linker start=() list=(ldd) file
	rm -rf "$child"
	mkdir "$child"
	"${cc[@]}" -O2 "${cflags[@]}" "$root/solvers/highs/child/child.c" -o "$child/feltlab-highs" "${ldflags[@]}" \
		-lpthread -lm 2>>"$log" || return 1
	if [ -n "$libraries" ]; then
		mkdir "$child/lib"
		linker=$(compgen -G "$libraries/ld-linux*.so.*" | head -n 1) || linker=
		if [ -n "$linker" ]; then
			cp -L "$linker" "$child/lib/"
			start=("$child/lib/${linker##*/}" --library-path "$child/lib")
			list=("$linker" --list)
		fi
		for file in $(LD_LIBRARY_PATH=$libraries "${list[@]}" "$child/feltlab-highs" 2>>"$log" | awk '$2 == "=>" {print $3}'); do
			if [ "${file%/*}" = "$libraries" ]; then cp -L "$file" "$child/lib/"; fi
		done
	fi
	version=$("${start[@]}" "$child/feltlab-highs" --version 2>>"$log") || return 1
	echo "$version" >"$child/version"
	origin=$1
}

# probe_prefix DIR tries an installation with DIR/include/highs and some DIR/lib*.
probe_prefix() {
	local prefix=$1 lib
	[ -d "$prefix/include/highs" ] || return 1
	for lib in "$prefix/lib" "$prefix/lib64" "$prefix/lib/$("${cc[@]}" -print-multiarch 2>/dev/null || true)"; do
		compgen -G "$lib/libhighs.*" >/dev/null || continue
		cflags=("-I$prefix/include/highs")
		ldflags=("-L$lib" -lhighs "-Wl,-rpath,$lib")
		if probe "$prefix"; then return 0; fi
	done
	return 1
}

# probe_system tries the headers and libraries the compiler finds by itself.
probe_system() {
	[ -d /usr/include/highs ] || return 1
	cflags=(-I/usr/include/highs)
	ldflags=(-lhighs)
	probe "the system"
}

probe_brew() {
	command -v brew >/dev/null || return 1
	local prefix
	prefix=$(brew --prefix highs 2>/dev/null) && probe_prefix "$prefix"
}

# probe_sysroot DIR tries the packages unpacked in DIR. The library is newer than the
# system's glibc, so the linker must not resolve the library's own symbols against it, and
# the child starts through the unpacked dynamic linker where there is one.
probe_sysroot() {
	local lib
	lib=$(compgen -G "$1/usr/lib/*/libhighs.so" | head -n 1) || return 1
	libraries=${lib%/*}
	cflags=("-I$1/usr/include/highs")
	ldflags=("-L$libraries" -lhighs -Wl,--allow-shlib-undefined '-Wl,-rpath,$ORIGIN/lib')
	probe "Debian's packages in .deps/sysroot"
}

# mirrors prints the Debian mirrors this machine already uses, one a line. The release
# information is left out because a fresh image has none yet.
mirrors() {
	apt-get indextargets --no-release-info --format '$(REPO_URI)' 'Created-By: Packages' 2>>"$log" |
		grep -vE '^(cdrom|file):|-security/?$' | awk '!seen[$0]++'
}

# private_apt MIRROR SUITE COMMAND... runs apt-get on one suite of that mirror, with state, cache and
# lists of its own, and without the system's hooks and pins. Whatever the system allows, what the
# keyring has not signed is refused.
private_apt() {
	local mirror=$1 suite=$2 apt=$tmp/apt arch
	shift 2
	arch=$(dpkg --print-architecture)
	mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
	echo "deb [arch=$arch target=Packages signed-by=$KEYRING] $mirror $suite main" >"$apt/sources.list"
	cat >"$apt/apt.conf" <<CONF
#clear APT::Update;
#clear DPkg::Post-Invoke;
#clear APT::Default-Release;
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State::Lists "$apt/lists";
Dir::Cache "$apt/cache";
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Retries "1";
Acquire::AllowInsecureRepositories "false";
Acquire::AllowWeakRepositories "false";
Acquire::AllowDowngradeToInsecureRepositories "false";
APT::Get::AllowUnauthenticated "false";
Acquire::http::Timeout "$MIRROR_TIMEOUT";
Acquire::https::Timeout "$MIRROR_TIMEOUT";
CONF
	apt-get -c "$apt/apt.conf" -qq "$@" >>"$log" 2>&1
}

# older_than A B tells whether version A is smaller than version B.
older_than() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# fetch makes .deps/sysroot from Debian's packages: built aside, then renamed.
fetch() {
	local mirror suite packages glibc deb
	if ! { command -v apt-get && command -v dpkg-deb && command -v dpkg; } >/dev/null || [ ! -r "$KEYRING" ]; then
		why+=("fetching packages: only Debian's own package tools and keyring are supported")
		return 1
	fi
	# One download at a time; whoever waited for another run finds it done.
	exec 9>"$deps/lock"
	if command -v flock >/dev/null; then flock 9; fi
	if probe_sysroot "$sysroot"; then return 0; fi

	glibc=$(getconf GNU_LIBC_VERSION | awk '{print $2}')
	for suite in $SUITES; do
		packages=(libhighs1 libhighs-dev highs)
		if [ "$suite" != "${SUITES%% *}" ] || older_than "$glibc" "$SUITE_GLIBC"; then
			packages+=(libc6 libstdc++6 libgcc-s1)
		fi
		echo "deps: fetching HiGHS (${packages[*]}) of Debian's $suite into .deps/sysroot" >&2
		for mirror in $(mirrors); do
			rm -rf "$tmp/apt" "$tmp/debs" "$tmp/sysroot"
			mkdir "$tmp/debs" "$tmp/sysroot"
			private_apt "$mirror" "$suite" -o APT::Update::Error-Mode=any update || continue
			(cd "$tmp/debs" && private_apt "$mirror" "$suite" download "${packages[@]}") || continue
			for deb in "$tmp"/debs/*.deb; do
				dpkg-deb -x "$deb" "$tmp/sysroot" || return 1
			done
			rm -rf "$tmp"/sysroot/usr/share "$tmp"/sysroot/usr/lib/*/gconv
			if ! probe_sysroot "$tmp/sysroot"; then continue; fi
			rm -rf "$sysroot"
			mv "$tmp/sysroot" "$sysroot"
			return 0
		done
	done
	why+=("fetching packages: no mirror of this machine served, signed by Debian, a HiGHS that runs here from $SUITES")
	return 1
}

# find_highs goes through the places in order and stops at the first that runs.
find_highs() {
	if ! command -v "${cc[0]}" >/dev/null; then
		why+=("there is no C compiler (${cc[0]}) on the PATH")
		return 1
	fi
	if [ -n "${HIGHS_PREFIX:-}" ]; then
		if probe_prefix "$HIGHS_PREFIX"; then return 0; fi
		why+=("HIGHS_PREFIX=$HIGHS_PREFIX: nothing there compiles, links and runs")
		echo "deps: ${why[0]}; looking elsewhere" >&2
	fi
	if probe_system || probe_prefix /usr/local || probe_brew; then return 0; fi
	if probe_sysroot "$sysroot"; then return 0; fi
	fetch || return 1
	if probe_sysroot "$sysroot"; then return 0; fi
	why+=("the packages in .deps/sysroot do not compile, link and run here")
	return 1
}

# replace FILE LINE... writes a file when it would change.
replace() {
	local file=$1
	shift
	printf '%s\n' "$@" >"$tmp/new"
	cmp -s "$tmp/new" "$file" || mv "$tmp/new" "$file"
}

# Programs without cgo run on any machine of their kind, wherever they are moved. The caller's flags come after ours.
flags=$(grep '^[^#]' "$root/scripts/goflags" | tr '\n' ' ')
replace "$env" "$intro" "export CGO_ENABLED=0" "export FELTLAB_HIGHS=\"$deps/highs\"" \
	"export GOFLAGS=\"$flags\${GOFLAGS-}\""
if find_highs; then
	if ! diff -rq "$tmp/highs" "$deps/highs" >/dev/null 2>&1; then
		rm -rf "$deps/highs"
		mv "$tmp/highs" "$deps/highs"
	fi
	echo "deps: HiGHS $version from $origin"
	case " $TESTED " in
	*" $version "*) ;;
	*) echo "deps: WARNING: HiGHS $version is used, and was not tested with feltlab; tested: $TESTED" >&2 ;;
	esac
	exit 0
fi

rm -rf "$deps/highs"
{
	echo "deps: WARNING: HiGHS was not found; feltlab is built without it."
	printf 'deps:   %s\n' "${why[@]}"
	if [ -s "$log" ]; then
		echo "deps:   the last lines of the attempts:"
		tail -n 5 "$log" | sed 's/^/deps:     /'
	fi
	echo "deps: To get HiGHS, install it (Debian 13 and later: libhighs-dev; Fedora: coin-or-HiGHS-devel;"
	echo "deps: Homebrew: highs; or build it from source and set HIGHS_PREFIX), then run scripts/deps.sh again."
} >&2
