// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import slidepost.json.Fields;

/**
 * Slide with content of one kind, text, or both (spec 2.3). An image can be combined with audio,
 * but not with video; audio and video exclude each other; contact, calendar, PDF and Excel files
 * can be combined with text only.
 */
public final class Slide implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /**
   * Sets "image". A file by its {@code url}; without one, an image template (spec 4.4, rule 3):
   * the fields of {@code createimage}, with merge tags in the barcode's {@code id} and in the
   * texts. It is drawn for each recipient; an element whose tag has no value stays blank.
   */
  public Slide image(ImageFile image) {
    fields.put("image", image);
    return this;
  }

  /** Sets "audio". File by its {@code url}. */
  public Slide audio(ContentFile audio) {
    fields.put("audio", audio);
    return this;
  }

  /** Sets "video". File by its {@code url}. */
  public Slide video(ContentFile video) {
    fields.put("video", video);
    return this;
  }

  /** Sets "contact". File by its {@code url}. */
  public Slide contact(ContentFile contact) {
    fields.put("contact", contact);
    return this;
  }

  /** Sets "calendar". File by its {@code url}. */
  public Slide calendar(ContentFile calendar) {
    fields.put("calendar", calendar);
    return this;
  }

  /** Sets "pdf". File by its {@code url}. */
  public Slide pdf(ContentFile pdf) {
    fields.put("pdf", pdf);
    return this;
  }

  /** Sets "ms-excel". File by its {@code url}. */
  public Slide msExcel(ContentFile msExcel) {
    fields.put("ms-excel", msExcel);
    return this;
  }

  /** Sets "message-text". Text with any Unicode characters; mandatory on a slide without content. */
  public Slide messageText(String messageText) {
    fields.put("message-text", messageText);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
