// Package golden holds the one -update flag of all tests that keep their expectations in files.
package golden

import (
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write what the tests got into their golden files")

// Updating reports whether golden files shall be written instead of compared.
func Updating() bool { return *update }

// Equal compares got with the file's content, or writes it there under -update.
func Equal(t *testing.T, file string, got []byte) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err == nil && string(want) == string(got) {
		return
	}
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	t.Errorf("%s differs (go test -update writes it)\ngot:\n%s\nwant:\n%s", file, got, want)
}
