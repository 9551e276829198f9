package main

import (
	"time"

	"feltlab/pipeline/question"
)

// durationFlag reads "90s", "2m" or a plain number of seconds; zero and below are errors.
type durationFlag time.Duration

func (d *durationFlag) String() string { return time.Duration(*d).String() }
func (d *durationFlag) Type() string   { return "duration" }

func (d *durationFlag) Set(s string) error {
	v, err := question.ParseTimeLimit(s)
	*d = durationFlag(v)
	return err
}
