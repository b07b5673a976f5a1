package slidepost;

/** File returned by an action. */
public final class FileResponse {
  private final byte[] bytes;
  private final String type;
  private final String filename;

  FileResponse(byte[] bytes, String type, String filename) {
    this.bytes = bytes;
    this.type = type;
    this.filename = filename;
  }

  /** Content of the file. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** MIME type without parameters. */
  public String type() {
    return type;
  }

  /** Name of the file. */
  public String filename() {
    return filename;
  }
}
