// Renders deploy/helm with the template engine that Helm uses, Go's own, where Helm is not installed: the functions below are those that our
// templates call, and the test fails when one calls another. Standard input is JSON: chart, values and release; standard output is the
// resources in YAML.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"text/template"
)

func main() {
	var data map[string]any
	fail(json.NewDecoder(os.Stdin).Decode(&data))
	files, err := filepath.Glob(filepath.Join(os.Args[1], "templates", "*"))
	fail(err)
	all := template.New("").Option("missingkey=zero")
	all.Funcs(template.FuncMap{
		"include": func(name string, given any) (string, error) {
			var out bytes.Buffer
			err := all.ExecuteTemplate(&out, name, given)
			return out.String(), err
		},
		"required": func(message string, given any) (any, error) {
			if isEmpty(given) {
				return nil, errors.New(message)
			}
			return given, nil
		},
		"default": func(fallback any, given any) any {
			if isEmpty(given) {
				return fallback
			}
			return given
		},
		"toYaml": toYaml,
		"nindent": func(spaces int, text string) string {
			indent := "\n" + strings.Repeat(" ", spaces)
			return indent + strings.ReplaceAll(text, "\n", indent)
		},
		"omit": func(given map[string]any, names ...string) map[string]any {
			rest := map[string]any{}
			for name, value := range given {
				rest[name] = value
			}
			for _, name := range names {
				delete(rest, name)
			}
			return rest
		},
		"trunc": func(length int, text string) string {
			return text[:min(length, len(text))]
		},
		"quote":      func(given any) string { return fmt.Sprintf("%q", fmt.Sprint(given)) },
		"dict": func(pairs ...any) map[string]any {
			made := map[string]any{}
			for i := 0; i < len(pairs); i += 2 {
				made[pairs[i].(string)] = pairs[i+1]
			}
			return made
		},
		"list":       func(items ...any) []any { return items },
		"trimSuffix": func(suffix, text string) string { return strings.TrimSuffix(text, suffix) },
		"contains":   func(part, text string) bool { return strings.Contains(text, part) },
		"sha256sum":  func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) },
	})
	template.Must(all.ParseFiles(files...))
	for _, file := range files {
		if filepath.Ext(file) == ".yaml" {
			fmt.Println("---")
			fail(all.ExecuteTemplate(os.Stdout, filepath.Base(file), data))
		}
	}
}

// JSON is YAML too, but the outermost items are on lines of their own, so that they can follow others.
func toYaml(given any) string {
	lines := []string{}
	switch value := given.(type) {
	case []any:
		for _, one := range value {
			lines = append(lines, "- "+inJson(one))
		}
	case map[string]any:
		for name, one := range value {
			lines = append(lines, inJson(name)+": "+inJson(one))
		}
		sort.Strings(lines)
	default:
		return inJson(given)
	}
	return strings.Join(lines, "\n")
}

func inJson(given any) string {
	text, err := json.Marshal(given)
	fail(err)
	return string(text)
}

func isEmpty(given any) bool {
	if given == nil {
		return true
	}
	value := reflect.ValueOf(given)
	switch value.Kind() {
	case reflect.Map, reflect.Slice:
		return value.Len() == 0
	default:
		return value.IsZero()
	}
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
