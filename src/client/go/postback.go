package slidepost

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Postback is a pointer to one of the types PostbackN101, PostbackN102 and so on, or to an
// UnknownPostback.
type Postback interface {
	// PostbackCode returns the code, such as N101.
	PostbackCode() string
}

// UnknownPostback is a postback with a code that this version does not know, such as PING.
type UnknownPostback struct {
	Code string

	// Body as received.
	Body json.RawMessage
}

// PostbackCode returns the code.
func (p *UnknownPostback) PostbackCode() string { return p.Code }

// ErrPostbackVerification is wrapped by the refusals of requests that are not postbacks of the
// service, or are old ones.
var ErrPostbackVerification = errors.New("slidepost: not a postback of the service")

// VerificationOption is an option of VerifyPostback and VerifySignature.
type VerificationOption func(*verification)

type verification struct {
	tolerance time.Duration
	now       time.Time
}

// WithTolerance sets the difference of the clocks that is accepted. Default: 5 minutes.
func WithTolerance(tolerance time.Duration) VerificationOption {
	return func(v *verification) { v.tolerance = tolerance }
}

// At sets the time of the verification. Default: now.
func At(now time.Time) VerificationOption {
	return func(v *verification) { v.now = now }
}

const secretPrefix = "whsec_"

// VerifyPostback verifies the signature and the time of a postback, and reads it. The body is
// that of the request as received, in JSON. The secrets are that of the account or receiver
// (whsec_…), or several of which any may have signed.
func VerifyPostback(body []byte, header http.Header, secrets []string, options ...VerificationOption) (Postback, error) {
	if err := VerifySignature(body, header, secrets, options...); err != nil {
		return nil, err
	}
	return ParsePostback(body)
}

// VerifySignature verifies the signature and the time of a postback in any format, such as XML.
// The parameters are those of VerifyPostback.
func VerifySignature(body []byte, header http.Header, secrets []string, options ...VerificationOption) error {
	v := verification{tolerance: 5 * time.Minute, now: time.Now()}
	for _, option := range options {
		option(&v)
	}
	id := header.Get("webhook-id")
	timestamp := header.Get("webhook-timestamp")
	if id == "" {
		return fmt.Errorf("%w: webhook-id is missing", ErrPostbackVerification)
	}
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	difference := v.now.Sub(time.Unix(int64(seconds), 0))
	if err != nil || difference > v.tolerance || difference < -v.tolerance {
		return fmt.Errorf("%w: webhook-timestamp is too old, too new, or no number", ErrPostbackVerification)
	}
	signatures := strings.Split(header.Get("webhook-signature"), " ")
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
		if err != nil || len(key) == 0 {
			return errors.New("slidepost: the secret is not whsec_ and base64")
		}
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.", id, timestamp)
		mac.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, signature := range signatures {
			// Takes the same time wherever the signature differs.
			if hmac.Equal([]byte(expected), []byte(signature)) {
				return nil
			}
		}
	}
	return fmt.Errorf("%w: no signature is by this secret", ErrPostbackVerification)
}

// ParsePostback reads the body of a postback whose signature is verified already.
func ParsePostback(body []byte) (Postback, error) {
	var head struct {
		Code string `json:"code"`
	}
	if err := json.Unmarshal(body, &head); err != nil {
		return nil, err
	}
	postback := newPostback(head.Code)
	if postback == nil {
		return &UnknownPostback{Code: head.Code, Body: append([]byte(nil), body...)}, nil
	}
	if err := json.Unmarshal(body, postback); err != nil {
		return nil, err
	}
	return postback, nil
}
