/** Storage of uploaded files. */

/** Uploaded file, at an address of the service until it expires. */
export interface Upload {
  /** Secret in its URL. */
  token: string;
  name: string;
  /** MIME type, by the extension of the name. */
  type: string;
  blob: string;
  bytes: number;
  /** In milliseconds since the epoch. */
  expiresAt: number;
}

export interface UploadStore {
  add(uploads: readonly Upload[]): Promise<void>;
  /** Finds a file by the secret in its URL; it may have expired. */
  byToken(token: string): Promise<Upload | null>;
}
