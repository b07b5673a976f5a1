// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost;

import java.io.IOException;
import slidepost.model.CreatecalendarRequest;
import slidepost.model.CreatecontactRequest;
import slidepost.model.CreateimageRequest;
import slidepost.model.SavemmsRequest;
import slidepost.model.SavemmsResponse;
import slidepost.model.SendsavedmmsRequest;
import slidepost.model.SendsavedmmsResponse;
import slidepost.model.SendsmsRequest;
import slidepost.model.SendsmsResponse;

/** Client of a slidepost service, with the API key of one account. Threads can share one. */
public final class Client extends Transport {
  Client(Builder builder) {
    super(builder);
  }

  /**
   * Saves an MMS template and transcodes its content (spec 4.3).
   *
   * @throws SlidepostException where the service refuses it
   */
  public SavemmsResponse savemms(SavemmsRequest request) throws IOException, InterruptedException {
    return savemms(request, CallOptions.NONE);
  }

  /**
   * Saves an MMS template and transcodes its content (spec 4.3).
   *
   * @throws SlidepostException where the service refuses it
   */
  public SavemmsResponse savemms(SavemmsRequest request, CallOptions options)
      throws IOException, InterruptedException {
    return postForObject("savemms", request, options, SavemmsResponse::new);
  }

  /**
   * Sends a saved MMS template to one recipient (spec 4.4).
   *
   * @throws SlidepostException where the service refuses it
   */
  public SendsavedmmsResponse sendsavedmms(SendsavedmmsRequest request) throws IOException, InterruptedException {
    return sendsavedmms(request, CallOptions.NONE);
  }

  /**
   * Sends a saved MMS template to one recipient (spec 4.4).
   *
   * @throws SlidepostException where the service refuses it
   */
  public SendsavedmmsResponse sendsavedmms(SendsavedmmsRequest request, CallOptions options)
      throws IOException, InterruptedException {
    return postForObject("sendsavedmms", request, options, SendsavedmmsResponse::new);
  }

  /**
   * Sends an SMS (spec 4.5).
   *
   * @throws SlidepostException where the service refuses it
   */
  public SendsmsResponse sendsms(SendsmsRequest request) throws IOException, InterruptedException {
    return sendsms(request, CallOptions.NONE);
  }

  /**
   * Sends an SMS (spec 4.5).
   *
   * @throws SlidepostException where the service refuses it
   */
  public SendsmsResponse sendsms(SendsmsRequest request, CallOptions options)
      throws IOException, InterruptedException {
    return postForObject("sendsms", request, options, SendsmsResponse::new);
  }

  /**
   * Draws a JPEG of a background, a barcode and texts, at least one of them (spec 4.6, 2.6). It
   * has the size of the background; without one, that of the drawing, on white.
   *
   * @throws SlidepostException where the service refuses it
   */
  public FileResponse createimage(CreateimageRequest request) throws IOException, InterruptedException {
    return createimage(request, CallOptions.NONE);
  }

  /**
   * Draws a JPEG of a background, a barcode and texts, at least one of them (spec 4.6, 2.6). It
   * has the size of the background; without one, that of the drawing, on white.
   *
   * @throws SlidepostException where the service refuses it
   */
  public FileResponse createimage(CreateimageRequest request, CallOptions options)
      throws IOException, InterruptedException {
    return postForFile("createimage", request, options);
  }

  /**
   * Generates a vCard file (spec 4.7, 2.7).
   *
   * @throws SlidepostException where the service refuses it
   */
  public FileResponse createcontact(CreatecontactRequest request) throws IOException, InterruptedException {
    return createcontact(request, CallOptions.NONE);
  }

  /**
   * Generates a vCard file (spec 4.7, 2.7).
   *
   * @throws SlidepostException where the service refuses it
   */
  public FileResponse createcontact(CreatecontactRequest request, CallOptions options)
      throws IOException, InterruptedException {
    return postForFile("createcontact", request, options);
  }

  /**
   * Generates an iCalendar file (spec 4.8, 2.8).
   *
   * @throws SlidepostException where the service refuses it
   */
  public FileResponse createcalendar(CreatecalendarRequest request) throws IOException, InterruptedException {
    return createcalendar(request, CallOptions.NONE);
  }

  /**
   * Generates an iCalendar file (spec 4.8, 2.8).
   *
   * @throws SlidepostException where the service refuses it
   */
  public FileResponse createcalendar(CreatecalendarRequest request, CallOptions options)
      throws IOException, InterruptedException {
    return postForFile("createcalendar", request, options);
  }
}
