// Written by `deno task generate` from openapi.yaml. Edit that, not this.
package slidepost.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slidepost.json.Fields;

/** Generates a vCard file (spec 4.7, 2.7). */
public final class CreatecontactRequest implements Fields {
  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Sets "name". First name, last name or both, with letters, digits, spaces and periods only. */
  public CreatecontactRequest name(ContactName name) {
    fields.put("name", name);
    return this;
  }

  /** Sets "organization". Organisation that the person works for. */
  public CreatecontactRequest organization(String organization) {
    fields.put("organization", organization);
    return this;
  }

  /** Sets "title". Position of the person. */
  public CreatecontactRequest title(String title) {
    fields.put("title", title);
    return this;
  }

  /** Sets "photo-url". URL of a GIF, JPEG or PNG image. */
  public CreatecontactRequest photoUrl(String photoUrl) {
    fields.put("photo-url", photoUrl);
    return this;
  }

  /** Sets "note". Free-text note. */
  public CreatecontactRequest note(String note) {
    fields.put("note", note);
    return this;
  }

  /** Sets "phone". Telephone numbers; those after the fourth are ignored. */
  public CreatecontactRequest phone(List<ContactPhone> phone) {
    fields.put("phone", phone);
    return this;
  }

  /** Sets "email". E-mail addresses; those after the fourth are ignored. */
  public CreatecontactRequest email(List<ContactEmail> email) {
    fields.put("email", email);
    return this;
  }

  /** Sets "physical-address". Postal addresses; those after the fourth are ignored. */
  public CreatecontactRequest physicalAddress(List<ContactAddress> physicalAddress) {
    fields.put("physical-address", physicalAddress);
    return this;
  }

  /** Sets "website". Websites; those after the fourth are ignored. */
  public CreatecontactRequest website(List<ContactWebsite> website) {
    fields.put("website", website);
    return this;
  }

  @Override
  public Map<String, Object> toMap() {
    return Collections.unmodifiableMap(fields);
  }
}
