package highs

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Settings are options of HiGHS. The zero value is its defaults, on one thread.
type Settings struct {
	Presolve  string  // on or off; empty: HiGHS chooses
	Threads   int     // at most; 0 is one
	Tolerance float64 // mip_feasibility_tolerance, by which a point may break rows and bounds; 0: the default, 1e-6
}

const separator = "; "

// String writes the settings that are not the defaults: "presolve off; threads 2; tolerance 1e-09".
func (s Settings) String() string {
	return strings.Join(s.list("presolve ", "threads ", "tolerance "), separator)
}

// list writes the settings that are not the defaults, each behind a name.
func (s Settings) list(presolve, threads, tolerance string) (all []string) {
	if s.Presolve != "" {
		all = append(all, presolve+s.Presolve)
	}
	if s.Threads != 0 {
		all = append(all, fmt.Sprint(threads, s.Threads))
	}
	if s.Tolerance != 0 {
		all = append(all, fmt.Sprint(tolerance, s.Tolerance))
	}
	return all
}

// ParseSettings reads what String writes. The error wraps ErrOptions.
func ParseSettings(text string) (s Settings, err error) {
	if text != "" {
		err = s.UnmarshalText([]byte(text))
	}
	if err == nil && s.String() != text {
		err = fmt.Errorf("%w: %.80q", ErrOptions, text)
	}
	return s, err
}

// UnmarshalText reads settings as people write them: in any order, apart by commas or semicolons, = for the blank.
// The error wraps ErrOptions.
func (s *Settings) UnmarshalText(text []byte) (err error) {
	*s = Settings{}
	for _, part := range strings.FieldsFunc(string(text), func(r rune) bool { return r == ',' || r == ';' }) {
		name, value, _ := strings.Cut(strings.Replace(strings.TrimSpace(part), "=", " ", 1), " ")
		switch value = strings.TrimSpace(value); name {
		case "presolve":
			s.Presolve = value
		case "threads":
			s.Threads, err = strconv.Atoi(value)
		case "tolerance":
			s.Tolerance, err = strconv.ParseFloat(value, 64)
		default:
			err = errors.New("no such setting")
		}
		if err != nil {
			return fmt.Errorf("%w: %.40q, want presolve on, threads 2 or tolerance 1e-9", ErrOptions, part)
		}
	}
	if s.Threads == 1 {
		s.Threads = 0
	}
	return s.Validate()
}

// Validate returns an error that wraps ErrOptions if HiGHS does not take the settings.
func (s Settings) Validate() error {
	switch {
	case s.Presolve != "" && s.Presolve != "on" && s.Presolve != "off":
		return fmt.Errorf("%w: presolve %.20q, want on or off", ErrOptions, s.Presolve)
	case s.Threads < 0 || s.Threads > 1024:
		return fmt.Errorf("%w: %d threads, want 1 to 1024", ErrOptions, s.Threads)
	case s.Tolerance != 0 && !(s.Tolerance >= 1e-10 && s.Tolerance <= 1e-3):
		return fmt.Errorf("%w: a tolerance of %v, want 1e-10 to 0.001", ErrOptions, s.Tolerance)
	}
	return nil
}

// arguments are those of the child: the names of HiGHS's options and their values.
func (s Settings) arguments() []string {
	return s.list("presolve=", "threads=", "mip_feasibility_tolerance=")
}
