package slidepost

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Error is a failure that the service reports. Errors of the network and of the context are
// those of net/http.
type Error struct {
	// HTTP status.
	Status int

	// error-code; empty when the response is not the service's own, such as a proxy's.
	Code string

	// error-info.
	Info string

	// Recipient, where the failure names it.
	To string

	// Value of Retry-After; 0 without one.
	RetryAfter time.Duration

	// Page of the manual about the code; empty without one.
	Link string
}

func (e *Error) Error() string {
	if e.Code == "" {
		return "slidepost: " + e.Info
	}
	return fmt.Sprintf("slidepost: %s: %s", e.Code, e.Info)
}

var help = regexp.MustCompile(`(?i)<([^<>]*)>[^<>]*?;\s*rel\s*=\s*"?help\b`)

// readError reads a failure from a response.
func readError(status int, header http.Header, body []byte) *Error {
	var fields struct {
		Code any `json:"error-code"`
		Info any `json:"error-info"`
		To   any `json:"to"`
	}
	// A body that is not the service's has none of the fields.
	_ = json.Unmarshal(body, &fields)
	failure := &Error{Status: status}
	failure.Code, _ = fields.Code.(string)
	failure.To, _ = fields.To.(string)
	info, ok := fields.Info.(string)
	switch {
	case ok:
		failure.Info = info
	case status == http.StatusOK:
		failure.Info = "the response is not the expected object"
	default:
		failure.Info = fmt.Sprintf("HTTP status %d", status)
	}
	if seconds, err := strconv.ParseUint(header.Get("Retry-After"), 10, 30); err == nil {
		failure.RetryAfter = time.Duration(seconds) * time.Second
	}
	if link := help.FindStringSubmatch(strings.Join(header.Values("Link"), ", ")); link != nil {
		failure.Link = link[1]
	}
	return failure
}
