package features

// fromTable3 maps the numbers of table 3 of the source that differ from its list of features
// (and from its table 4): only with the made hands in this order do the weights printed for
// AA, 55, 98s and KQs add up to sane equities.
var fromTable3 = map[int]int{
	45: 47, // one pair
	46: 45, // three of a kind
	47: 46, // three of a kind or better
}

// FromTable3 translates a feature number printed in table 3 of the source to the numbering
// of this package. Numbers that mean the same in both are returned as they are.
func FromTable3(id int) int {
	if ours, differs := fromTable3[id]; differs {
		return ours
	}
	return id
}
