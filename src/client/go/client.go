// Package slidepost is a typed client of the JSON API of a slidepost service.
//
//	client, err := slidepost.New("https://mms.example.com", apiKey)
//	sent, err := client.Sendsms(ctx, slidepost.SendsmsRequest{MessageText: "Hello", To: to, From: from})
package slidepost

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// Client is a client of a slidepost service, with the API key of one account. Goroutines can
// share one.
type Client struct {
	url     string
	apiKey  string
	http    *http.Client
	timeout time.Duration
	retries int
}

// Option is an option of a client.
type Option func(*Client)

// WithTimeout sets the timeout of a call with all its attempts. Default: 30 seconds. The
// context of a call may end it earlier.
func WithTimeout(timeout time.Duration) Option {
	return func(c *Client) { c.timeout = timeout }
}

// WithRetries sets the number of times that a call is repeated at most. Default: 2.
func WithRetries(retries int) Option {
	return func(c *Client) { c.retries = retries }
}

// WithTransport replaces the transport of net/http, for proxies and tests.
func WithTransport(transport http.RoundTripper) Option {
	return func(c *Client) { c.http.Transport = transport }
}

// New returns a client of the service at a base address.
func New(baseURL, apiKey string, options ...Option) (*Client, error) {
	address, err := url.Parse(strings.TrimRight(baseURL, "/") + "/api/v2")
	if err != nil {
		return nil, err
	}
	if address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return nil, fmt.Errorf("slidepost: %q is no address of a service", baseURL)
	}
	// A redirect would take the key to another address.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c := &Client{
		url:     address.String(),
		apiKey:  apiKey,
		http:    &http.Client{CheckRedirect: stay},
		timeout: 30 * time.Second,
		retries: 2,
	}
	for _, option := range options {
		option(c)
	}
	return c, nil
}

// CallOption is an option of a call.
type CallOption func(http.Header)

// IdempotencyKey sets the key by which a repeated call gets the first one's response, for 24
// hours. Default: a random one for each call that is not for a file, so that its attempts have
// one effect.
func IdempotencyKey(key string) CallOption {
	return func(header http.Header) { header.Set("Idempotency-Key", key) }
}

// OperatorID names the recipient's operator; saves the operator lookup.
func OperatorID(id string) CallOption {
	return func(header http.Header) { header.Set("X-Service-Carrier-Id", id) }
}

// Ptr returns a pointer to a value, for optional fields of requests.
func Ptr[T any](value T) *T {
	return &value
}

// FileResponse is a file returned by an action.
type FileResponse struct {
	Bytes []byte

	// MIME type without parameters.
	Type string

	Filename string
}

// reply is a response of the service, read to its end.
type reply struct {
	header http.Header
	body   []byte
}

func (c *Client) postForObject(ctx context.Context, request any, options []CallOption, response any) error {
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		return err
	}
	options = append([]CallOption{IdempotencyKey(fmt.Sprintf("%x", key))}, options...)
	got, err := c.post(ctx, request, options)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(bytes.TrimSpace(got.body), []byte("{")) || json.Unmarshal(got.body, response) != nil {
		return readError(http.StatusOK, got.header, nil)
	}
	return nil
}

var filename = regexp.MustCompile(`(?i)filename="?([^";]+)`)

func (c *Client) postForFile(ctx context.Context, action string, request any, options []CallOption) (*FileResponse, error) {
	got, err := c.post(ctx, request, options)
	if err != nil {
		return nil, err
	}
	mediaType, _, _ := strings.Cut(got.header.Get("Content-Type"), ";")
	file := &FileResponse{Bytes: got.body, Type: strings.TrimSpace(mediaType), Filename: action}
	if name := filename.FindStringSubmatch(got.header.Get("Content-Disposition")); name != nil {
		file.Filename = strings.TrimSpace(name[1])
	}
	return file, nil
}

// post posts a request, again after a failure that may pass, until the timeout.
func (c *Client) post(ctx context.Context, request any, options []CallOption) (*reply, error) {
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("X-Api-Key", c.apiKey)
	for _, option := range options {
		option(header)
	}
	for name := range header {
		// Otherwise net/http refuses it like a failure of the network.
		if strings.IndexFunc(header.Get(name), isControl) >= 0 {
			return nil, fmt.Errorf("slidepost: %s has characters that no header has", name)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	end, _ := ctx.Deadline()
	for attempt := 0; ; attempt++ {
		got, err := c.attempt(ctx, header, body)
		if err == nil {
			return got, nil
		}
		wait, passes := waitAfter(err, attempt)
		if !passes || ctx.Err() != nil || attempt >= c.retries || time.Now().Add(wait).After(end) {
			return nil, err
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		}
	}
}

func isControl(character rune) bool {
	return character < ' ' || character == '\x7f'
}

func (c *Client) attempt(ctx context.Context, header http.Header, body []byte) (*reply, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = header.Clone()
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, readError(response.StatusCode, response.Header, content)
	}
	return &reply{response.Header, content}, nil
}

// Waits after network failures: the first, which doubles, and the longest.
const (
	firstWait   = 250 * time.Millisecond
	longestWait = 8 * time.Second
)

// waitAfter returns the wait before the next attempt, and whether there should be one.
func waitAfter(err error, attempt int) (time.Duration, bool) {
	var failure *Error
	if errors.As(err, &failure) {
		switch failure.Status {
		case http.StatusTooManyRequests, http.StatusBadGateway,
			http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		case http.StatusConflict:
			// With Retry-After, a request with the same key is in progress.
			if failure.RetryAfter == 0 {
				return 0, false
			}
		default:
			return 0, false
		}
		if failure.RetryAfter > 0 {
			return failure.RetryAfter, true
		}
	}
	wait := math.Min(float64(firstWait)*math.Pow(2, float64(attempt)), float64(longestWait))
	return time.Duration(wait * (0.5 + mathrand.Float64())), true
}
