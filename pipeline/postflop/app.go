package postflop

import (
	"encoding/json"
	"fmt"
	"strings"

	"feltlab/internal/plain"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// readApp reads a tree configuration that desktop-postflop or wasm-postflop exported, which has neither board nor
// ranges: the one with a name, which can be empty if the file has only one.
func (c *Config) readApp(path, name string, text []byte) error {
	var file struct {
		Name string `json:"name"`
		Data []struct {
			Path    []string       `json:"path"`
			IsGroup bool           `json:"isGroup"`
			Value   map[string]any `json:"value"`
		} `json:"data"`
	}
	err := plain.JSON(json.Unmarshal(text, &file))
	if err == nil && file.Name != "configurations" {
		err = fmt.Errorf(`name %.40q: want "configurations", as the apps export tree configurations`, file.Name)
	}
	var names []string
	var found map[string]any
	for _, d := range file.Data {
		if is := strings.Join(d.Path, "/"); !d.IsGroup && (name == "" || name == is) {
			names, found = append(names, is), d.Value
		} else if !d.IsGroup {
			names = append(names, is)
		}
	}
	switch {
	case err != nil:
	case found == nil || name == "" && len(names) > 1:
		err = fmt.Errorf("#%s%s: want the name of a configuration behind the path: %q", name, plain.Hint(name, names),
			names)
	default:
		err = c.takeApp(found)
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrConfig, path, err)
	}
	return nil
}

// takeApp takes the values of a configuration of the apps. Percentages are numbers there.
func (c *Config) takeApp(values map[string]any) (err error) {
	number := func(key string) float64 {
		x, isNumber := values[key].(float64)
		if !isNumber {
			err = fmt.Errorf("%s %v: want a number", key, values[key])
		}
		return x
	}
	percent := func(key string) Percent { return Percent(number(key) / 100) }
	c.Pot, c.Stack = number("startingPot"), number("effectiveStack")
	c.Rake, c.RakeCap = percent("rakePercent"), number("rakeCap")
	c.AddAllIn, c.ForceAllIn = percent("addAllInThreshold"), percent("forceAllInThreshold")
	c.Merge, c.Sizes = percent("mergingThreshold"), map[string]string{}
	for _, key := range []string{"addedLines", "removedLines"} {
		if values[key] != nil && values[key] != "" {
			return fmt.Errorf("%s: lines that were edited by hand cannot be read, want none", key)
		}
	}
	donks := values["donkOption"] == true || values["donkOption"] == 1.0
	for _, seat := range game.PostflopSeats {
		for _, street := range cards.Streets {
			for _, kind := range sizeKinds {
				list, isText := values[seat+capital(street)+capital(kind)].(string)
				if isText && (kind != "donk" || donks) {
					words := strings.Fields(strings.ReplaceAll(list, ",", " "))
					c.Sizes[seat+" "+street+" "+kind] = strings.Join(words, ",")
				}
			}
		}
	}
	return err
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
