package features_test

import (
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/features"
)

// The worked examples of the source. The last prints F46 where F47 is meant: one pair is not
// three of a kind.
func TestWorkedExamples(t *testing.T) {
	for _, example := range []struct {
		hand, flop  string
		first, last int // the features the example speaks of
		want        []int
	}{
		{"Ad2d", "Kh8c3s", 1, 38, []int{3, 4, 9, 12, 15, 18, 22, 23, 27, 38}},
		{"QsQh", "Kh8c3s", 1, 38, []int{3, 4, 9, 12, 15, 18, 22, 23, 27, 38}},
		{"Ad2d", "6c6h2h", 1, 38, []int{3, 6, 9, 12, 15, 17, 21, 26, 31, 32, 37}},
		{"KcTh", "Jh9c7c", 39, 73, []int{39, 54, 57, 63}},
		{"KcTh", "AcQcTc", 39, 73, []int{40, 47, 51, 55, 62, 67, 71}},
	} {
		t.Run(example.hand+" on "+example.flop, func(t *testing.T) {
			hand, flop := parse(t, example.hand+" "+example.flop)
			got := slices.DeleteFunc(features.Of(hand, flop).IDs(), func(id int) bool {
				return id < example.first || id > example.last
			})
			must.Equal(t, got, example.want, example.hand, example.flop, example.first, example.last)
		})
	}
}

// cases are hands on flops, hand first, for which a feature is true and for which it just is
// not. They were written by hand from the features' sentences.
var cases = []struct {
	id      int
	yes, no string
}{
	{1, "2c2d As7h3d, AcKd Ah7h3d", "AcAd Kh7h3d, 2c2d AsAh3d, 2c2d AsAhAd"},
	{2, "2c2d AsAh3d, 2c2d AsAhAd", "AcAd Ah7h3d, AcAd Kh7h3d"},
	{3, "AcAd Kh7h3d", "KcKd Ah7h3d, KcKd AhAsAd"},
	{4, "2c2d Ks7h3d", "KcKd Ah7h3d, 2c2d KsKh3d"},
	{5, "2c2d KsKh3d, 2c2d KsKhKd", "KcKd Kh7h3d"},
	{6, "KcKd Ah7h3d", "AcAd Kh7h3d"},
	{7, "2c2d Qs7h3d", "QcQd Ah7h3d, 2c2d QsQh3d"},
	{8, "2c2d QsQh3d, 2c2d QsQhQd", "QcQd Qh7h3d"},
	{9, "QcQd Ah7h3d", "AcAd Qh7h3d"},
	{10, "2c2d Js7h3d", "JcJd Ah7h3d, 2c2d JsJh3d"},
	{11, "2c2d JsJh3d, 2c2d JsJhJd", "JcJd Jh7h3d"},
	{12, "JcJd Ah7h3d", "AcAd Jh7h3d"},
	{13, "2c2d Ts7h3d", "TcTd Ah7h3d, 2c2d TsTh3d"},
	{14, "2c2d TsTh3d, 2c2d TsThTd", "TcTd Th7h3d"},
	{15, "TcTd Ah7h3d", "AcAd Th7h3d"},

	{16, "AcAd Kh7h3h, AcAd 4s3s2s", "AhAd Kh7h3d"},
	{17, "AcAd Kh7h3d, AcAd 7h7d3d", "AcAd Kh7h3h, AcAd Kh7d3c, AcAd 7h7d7c"},
	{18, "AcAd Kh7d3c, AcAd 7h7d7c", "AcAd Kh7h3d, AcAd Kh7h3h"},
	{19, "KcKd Ah7h3d, KcKd AhAs3s", "KcKd Ah7d3d, KcKd Ah7h3h, AcKc Kd7d3c, KcKd Ah7d3c"},
	{20, "AcAd 7h7d7c", "7s7c 7h7d3c, AcAd Kh7h3h"},
	{21, "AcAd 7h7d3c, AcAd 3h3d7c", "AcAd 7h7d7c, 7c7d 7h3c2c, AcAd Kh7h3h"},
	{22, "AcAd Kh7h3h, 7c7d 7h3c2c", "AcKd 7h7d3c, AcAd 7h7d7c"},

	{23, "AcAd Jh7h3h, 2c2d AhTh3h", "AcAd Th7h3h, 2c2d JsJh3d, AcAd KsQh3d"},
	{24, "2c2d JsJh3d, 2c2d AsKhQd", "AcAd Jh7h3h, AcAd Th9h3h"},
	{25, "2c2d AsKhQd, 2c2d JsJhJd", "2c2d AsKhTd, AcAd Jh7h3h"},
	{26, "AcAd 9h7h3h", "9c9d Th7h3h"},
	{27, "9c9d Th7h3h, 9c9d Ah7h3h", "AcAd 9h7h3h, 9c9d ThTd3h"},
	{28, "9c9d ThTd3h, 9c9d AhKd9h", "9c9d Th7h3h, 9c9d ThTdTs"},
	{29, "9c9d ThTdTs, 9c9d AhKdTs", "TcTd AhKd9h"},
	{30, "AcAd Th9d7s, AcAd 7h7d7s", "8c8d Th9d6s, 8c8d Jh9d7s"},
	{31, "AcAd 6h4d2s, AcAd 2h2d2s", "2c2d 7h4d2s, 6c6d Ah4d2s"},
	{32, "AcAd Th9d2s, AcAd 4h3d2s", "TcTd Jh9d2s, TcTd Ah3d2s"},
	{33, "AcAd 5h4d3s, AcAd 5h3d2s", "2c2d Ah4d3s, 2c2d 6h4d3s, AcAd 5h5d3s"},

	{34, "2c2d 9h8d7s, 2c2d AhKdQs, 6c6s Ah3d2s, 6c6s 4h3d2s", "6c6s AhKs2s, 6c6s Th8d7s, 6c6s 8h8d7s"},
	{35, "6c6s Th8d7s, 6c6s AhKdJs, 6c6s Ah4d2s, 6c6s Ah4d3s", "6c6s 9h8d7s, 6c6s Jh8d7s, 6c6s Th8d8s, 6c6s AhQdTs"},
	{36, "6c6s Jh8d7s, 6c6s Jh9d7s, 6c6s AhKdTs, 6c6s AhQdTs, 6c6s Ah5d2s",
		"6c6s Th8d7s, 6c6s Qh8d7s, 6c6s Ah6d2h, 6c6s Jh7d7s"},
	{37, "6c6s 6h6d2s, 6c6s 7d3h2s, 6c6s AhTdTs, 6c6s Ah5d5s, 6c6s Ah6d2h, 6c6s AhQd9s",
		"6c6s 6h5d2s, 6c6s 7h7d2s, 6c6s 5h5d2s, 6c6s 7h7d7s, 6c6s Ah7d2s"},
	{38, "6c6s Kh8d3s, 6c6s 7h7d2s, 6c6s AhAdAs, 6c6s Ah9d9s", "6c6s Kh9d4s, 6c6s Ah8d5s, 6c6s AhTd2s, 6c6s 7h6d2s"},

	{39, "AhKh Qh7c2d, AhKc Qh7h2d, AhAc Qh7c2c, AhKc Qs7h2h", "AhKh Qh7h2d, AhKc Qd7h2s, AdAc Qh7h2h, AhKd Qc7c2d"},
	{40, "AhKh Qh7h2d, AhKc Qh7h2h", "AhKh Qh7h2h, AhKh Qh7c2d, AcKc Qh7h2h"},
	{41, "AcKc Qh7h2h, AcKd Qh7h2h", "AhKd Qh7h2h, AhKh Qh7h2h, AcKd Qh7h2d"},
	{42, "AcKs Qh7h2d, AcKd Qh7h2d, AcAs 7h7d2d, AcKc Qh7h2c", "AhKd Qh7h2d, AhKh Qh7h2d, AcKc Qh7s2d, AcKd Qh7h2h"},
	{43, "AhKh Qh7h2h, 9h8h 7h6h5h", "AhKc Qh7h2h, AhKh Qh7h2d"},
	{44, "AcAd KhKdKs, AcAd AhKdKs, AcKd AhAsKs, AcAd AhAsKs, KcQd KhKdKs",
		"AcAd AhKdQs, AcQd KhKdKs, AcAd KhKdQs, AcKd AhKs2d"},
	{45, "AcAd AhKdQs, AcKd AhAsQs", "AcQd KhKdKs, AcAd KhKdKs, AcAd KhKdQs, AcKd 9h8h7h, AcAd AhKdKs"},
	{46, "AcAd AhKdQs, AcKd AhAsQs, AcAd KhKdKs, AcKd QhJdTs, AhKh 9h8h2h, Ac2d 5h4h3d, AcAd AhAsKs",
		"AcQd KhKdKs, AcAd KhKdQs, AcKd AhKs2d, AcKd Ah8s2d"},
	{47, "AcKd Ah8s2d, AcAd Kh8s2d, 2c2d AhKs8d, 7c2d AhKs2h",
		"AcKd QhQs2d, AcAd Kh2s2d, AcKd AhKs2d, AcKd Qh8s2d, AcAd Ah8s2d"},
	{48, "AcKd AhKs2d, 8c2d Ah8s2h, AcAd AhKs2d, AcKd AhAs2d, AcKd QhJdTs, AhKh 9h8h2h, AcAd AhKsKd, AcAd KhKdKs, " +
		"AcKd KhKsQd",
		"AcAd KhKsQd, AcKd AhQsQd, AcKd Ah8s2d, AcKd QhQs2d, AcAd Kh8s2d, AcQd KhKdKs"},

	{49, "AcKd Ah8s2d, 8c7d 8h8s2d, 8c7d 8h8s8d, 2c8d 8h7s2d", "AcKd Qh8s2d, 8c7d Ah8s2d, Kc2d Ah8s2h"},
	{50, "8c7d Ah8s2d, KcKd AhKs2d", "8c7d 8h8s2d, AcKd Ah8s2d, Ac2d Ah8s2h, 8c7d Ah8s8d"},
	{51, "Ac2d Kh8s2h, 8c7d Ah8s8d, 2c2d AhAs2h", "8c7d 8h8s8d, 8c7d Ah8s2d, Ac3d AhAs2h"},
	{52, "AcKd AhKs2d, AcAd Ah8s2d, 2c2d Ah8s2h", "AcAd Kh8s8d, AcKd AhAs8d, AcAd Kh8s2d, AcKd QhJsTd"},
	{53, "AcAd Kh8s8d, AcKd AhAs8d, AcKd Ah8s8d, 2c2d AhAs8d", "AcKd QhQs8d, AcAd Ah8s8d, AcKd AhKs2d, AcAd 8h8s8d"},

	{54, "AcKd Ah8s2d, Kc2d Kh8s3d, QcJd Jh8s3d", "QcJd Kh8s3d, 2c2d Ah8s3d"},
	{55, "QcJd Kh8s3d, KcQd Ah8s3d, 8c7d Kh8s3d", "QcJd AhKs3d, QcJd KhKs3d, AcJd KhKs3d"},
	{56, "QcJd AhKs3d, QcJd KhKs3d, 2c2d Ah8s3d, 2c2d AhAsAd", "QcJd Kh8s3d, QcJd Qh8s3d"},
	{57, "AcTd Jh8s3d, AcJd Jh8s3d", "AcKd Jh8s3d, AcTd Ah8s3d, AcAd Jh8s3d, Tc9d Jh8s3d"},
	{58, "AcKd Jh8s3d, AcAd Kh8s3d", "AcTd Jh8s3d, AcKd Kh8s3d, AcAd Ah8s3d"},

	{59, "AcKd QhJsTd, Ac2d 5h4s3d, 9c8d 7h6s5d, 9h8h 7h6h5h", "AcKd QhJs9d, AcKd 4h3s2d, 9c8d 7h6s4d"},
	{60, "9c8d JhTs2d, 2c3d 5h4sKd, TcJd QhKs2d, 6c7d 9h8s6d, JcTd AhKsQd, 2c8d 5h4s3d",
		"AcKd QhJs2d, Ac2d 4h3s9d, QcJd Th9s2d, QcJd Th8s7d, AcKd QhJsTd, 9c5d 8h7s6d"},
	{61, "QcJd Th9s2d, 5c4d 3h2sKd, AcKd QhJsTd",
		"9c8d JhTs2d, AcKd QhJs2d, 4c3d AhKs2d, Ac4d Kh3s2d, 9c5d 8h7s6d, Ac5d 4h3s2d"},
	{62, "AcKd QhJs2d, Ac2d 4h3s9d, 9c8d 7h5s2d, AcTd KhQs2d, 5c3d Ah4s9d",
		"9c8d 7h6s2d, 9c8d 7h6s5d, KcTd Jh9s7d, 9c8d 7h2s2d"},
	{63, "KcTd Jh9s7d, 9c7d 6h5s3d, Ac3d 5h4s7d", "9c8d 7h6s2d, 9c8d 7h5s2d, AcKd QhJs9d, 9c8d 7h6s5d"},
	{64, "AcKd Qh8s3d, Ac2d 3h8sKd", "AcKd Qh9s8d, AcKd QhJs3d, Tc9d 8h4s2d, AcKd 8h7s2d, 9c8d 7h6s5d"},
	{65, "Tc9d 8h4s2d, AcKd Qh9s8d", "AcKd Qh8s3d, 9c8d 7h5s2d, 9c8d 7h6s5d, AcAd 8h8s2d"},
	{66, "AcKd Qh8s3d, AhKh Qh8s3d, AcAd AhAs3d",
		"AhKh Qh8h3d, AhKh Qh8h3h, 9c8d 7h6s2d, 9c8d 7h5s2d, 9c8d 7h6s5d, KcTd Jh9s7d"},

	{67, "9c7d Th6s2d, KcTd AhQsTc", "AcKd QhJs2d, Jc9d Th7s2d, 9c8d 7h6s2d"},
	{68, "Jc8d Th7s2d, Ac4d 5h3s9d", "AcKd QhJs2d, 9c7d Th6s2d, Kc2d 9h7s3d"},
	{69, "AcKd QhJs2d, 9c8d 7h5s2d", "Jc8d Th7s2d, 9c7d Th6s2d, 9c8d 7h6s2d, AcKd 9h7s2d"},
	{70, "AhKd QhJh2d, AhKh QhJc2d", "AhKh QhJh2d, AhKd QcJs2d, 9h8h 7h6c2d, AcKd QhJh2h"},
	{71, "AhKh QhJh2d, AhKd QhJh2h", "AhKh QhJc2d, 9h8h 7h6h2d, AhKh 9h7h2d"},
	{72, "AhTh Jh8h3d, AhTc Jh8h3h", "AhKh Jh8h3d, AhTh Jh8c3d, AhTh Jh8h3h, Th9h Jh8h3d"},
	{73, "AhKh Jh8h3d, AhAc Jh8h3h", "AhTh Jh8h3d, AhKh Jh8h3h, AhKh Jh8c3d"},
}

func TestCases(t *testing.T) {
	for i, c := range cases {
		if c.id != i+1 {
			t.Fatalf("case %d is of F%d, want one entry for each feature in order", i, c.id)
		}
		for _, side := range []struct {
			spots string
			want  bool
		}{{c.yes, true}, {c.no, false}} {
			if side.spots == "" {
				t.Errorf("F%d has no case that is %v", c.id, side.want)
				continue
			}
			for text := range strings.SplitSeq(side.spots, ", ") {
				hand, flop := parse(t, text)
				must.Equal(t, features.Of(hand, flop).Has(c.id), side.want, c.id, text)
			}
		}
	}
	must.Equal(t, len(cases), features.Count, "features have cases")
}

// parse reads "AhKd Qs7h2d".
func parse(t *testing.T, text string) (cards.Combo, [3]cards.Card) {
	t.Helper()
	five, err := cards.ParseCards(text)
	if err != nil || len(five) != 5 {
		t.Fatalf("%q: want a hand and a flop (%v)", text, err)
	}
	return cards.ComboOf(five[0], five[1]), [3]cards.Card(five[2:])
}
