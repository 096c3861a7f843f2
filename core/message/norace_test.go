//go:build !race

package message_test

// raced says that the race detector is in the test binary.
const raced = false
