package ledger

import (
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// Answer returns the best known answer to a question, with its proof; nil if there is none. It also reports whether
// the answer is final: a solve would not do better.
func (b *Ledger) Answer(q question.Question) (a *question.Answer, final bool, err error) {
	a, final, err = b.Lookup(q)
	if err != nil || a == nil || a.Proof == nil {
		return a, final, err
	}
	dir, record := b.place(q), *a.Proof
	if record.Packed = readProof(dir, &record); record.Packed == nil { // damaged: forget the bound
		err := b.drop(q, record.File)
		if err != nil {
			return nil, false, err
		}
		return b.Answer(q)
	}
	record.File = ""
	a.Proof = &record
	return a, final, nil
}

// Lookup is Answer without reading the proof.
func (b *Ledger) Lookup(q question.Question) (a *question.Answer, final bool, err error) {
	l, err := b.load(q)
	if err != nil || l == nil {
		return nil, false, err
	}
	a, final = l.answer(q)
	return a, final, nil
}

// Uses reports whether known results may answer a question. They do not answer questions for the results of HiGHS or
// of the search alone.
func Uses(q question.Question) bool { return q.Engine == question.Auto || q.Engine == question.Exact }

// Start returns the best known formula and proof for a question, from which a solve starts; nil where
// there is none.
func (b *Ledger) Start(q question.Question) (f regression.Formula, p *proof.Proof, err error) {
	l, err := b.load(q)
	if err != nil || l == nil {
		return nil, nil, err
	}
	best, bound := l.formula(q.Program.N), l.bound(q.Program.N)
	if q.Program.Kind.CountsFeatures() {
		best, bound = l.fewest(q.Program.E)
	}
	if best != nil {
		f = best.Formula()
	}
	if bound != nil {
		p, err = prooffile.Unpack(readProof(b.place(q), &bound.Record))
	}
	return f, p, err
}

// Keep keeps what a solve of a question found. A solve that was not cut short counts as a try, unless it ended at the
// question's gap.
func (b *Ledger) Keep(q question.Question, a *question.Answer, whole bool) error {
	if !whole || a.Open() && q.AnsweredBy(a) {
		return b.keep(a, nil)
	}
	return b.keep(a, &try{q.Program.String(), q.Seed, q.TimeLimit.Seconds(), a.Seconds, a.Engine})
}

// AddFormulas keeps formulas for a question's subject and loss whose errors model/proof has computed.
func (b *Ledger) AddFormulas(q question.Question, formulas []question.Scored) error {
	l, err := b.load(q)
	news := func(f question.Scored) bool { return l.better(&knownFormula{Scored: f}) }
	if err != nil || l != nil && !slices.ContainsFunc(formulas, news) {
		return err
	}
	return b.update(q, func(l *record) error {
		for _, f := range formulas {
			l.addFormula(&knownFormula{f, proof.Judge, originOf("formula", string(question.Search), 0)})
		}
		return nil
	})
}
