// Command runner performs the cases that come as JSON on stdin, and prints an outcome a line.
package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"strings"
	"time"

	"slidepost"
)

type testCase struct {
	Name           string
	BaseURL        string
	APIKey         string
	Timeout        int
	Retries        int
	Action         string
	Request        json.RawMessage
	IdempotencyKey string
	OperatorID     string
	Verification   *struct {
		Body    string
		Headers map[string]string
		Secrets []string
		Now     int64
	}
}

type outcome map[string]any

func main() {
	var cases []testCase
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	for _, each := range cases {
		result, err := perform(each)
		if err != nil {
			result = outcome{"error": failure(err)}
		}
		result["name"] = each.Name
		line, err := json.Marshal(result)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(line))
	}
}

func perform(c testCase) (outcome, error) {
	if c.Verification != nil {
		return verify(c)
	}
	timeout := time.Duration(c.Timeout) * time.Millisecond
	client, err := slidepost.New(c.BaseURL, c.APIKey, slidepost.WithTimeout(timeout), slidepost.WithRetries(c.Retries))
	if err != nil {
		return nil, err
	}
	method := reflect.ValueOf(client).MethodByName(strings.ToUpper(c.Action[:1]) + c.Action[1:])
	request := reflect.New(method.Type().In(1))
	if err := json.Unmarshal(c.Request, request.Interface()); err != nil {
		return nil, err
	}
	arguments := []reflect.Value{reflect.ValueOf(context.Background()), request.Elem()}
	if c.IdempotencyKey != "" {
		arguments = append(arguments, reflect.ValueOf(slidepost.IdempotencyKey(c.IdempotencyKey)))
	}
	if c.OperatorID != "" {
		arguments = append(arguments, reflect.ValueOf(slidepost.OperatorID(c.OperatorID)))
	}
	results := method.Call(arguments)
	if err, _ := results[1].Interface().(error); err != nil {
		return nil, err
	}
	file, isFile := results[0].Interface().(*slidepost.FileResponse)
	if !isFile {
		return outcome{"response": results[0].Interface()}, nil
	}
	return outcome{"file": map[string]string{
		"type":     file.Type,
		"filename": file.Filename,
		"sha256":   fmt.Sprintf("%x", sha256.Sum256(file.Bytes)),
	}}, nil
}

func verify(c testCase) (outcome, error) {
	header := http.Header{}
	for name, value := range c.Verification.Headers {
		header.Set(name, value)
	}
	now := slidepost.At(time.Unix(c.Verification.Now, 0))
	body := []byte(c.Verification.Body)
	if strings.HasPrefix(c.Verification.Body, "<") {
		err := slidepost.VerifySignature(body, header, c.Verification.Secrets, now)
		return outcome{"isVerified": err == nil}, err
	}
	postback, err := slidepost.VerifyPostback(body, header, c.Verification.Secrets, now)
	if err != nil {
		return nil, err
	}
	if unknown, ok := postback.(*slidepost.UnknownPostback); ok {
		return outcome{"postback": map[string]any{"code": nil, "fields": unknown.Body}}, nil
	}
	return outcome{"postback": map[string]any{"code": postback.PostbackCode(), "fields": postback}}, nil
}

func failure(err error) outcome {
	var refused *slidepost.Error
	var network *url.Error
	switch {
	case errors.As(err, &refused):
		return outcome{
			"kind":       "service",
			"status":     refused.Status,
			"code":       orNil(refused.Code),
			"info":       refused.Info,
			"to":         orNil(refused.To),
			"retryAfter": orNil(int(refused.RetryAfter.Seconds())),
			"link":       orNil(refused.Link),
		}
	case errors.Is(err, slidepost.ErrPostbackVerification):
		return outcome{"kind": "verification"}
	case errors.Is(err, context.DeadlineExceeded):
		return outcome{"kind": "timeout"}
	case errors.As(err, &network):
		return outcome{"kind": "connection"}
	default:
		return outcome{"kind": "argument"}
	}
}

func orNil[T comparable](value T) any {
	var zero T
	if value == zero {
		return nil
	}
	return value
}
