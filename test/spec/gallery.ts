/** Template with pictures of all kinds, and the page behind its fallback SMS. */
import { type FileServer, startFiles } from "../support/files.ts";
import { animation, image } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";
import { carriedOnce, NO_MMS, save, sendMms } from "./traffic.ts";

/** Slides of the gallery. */
export const SLIDE = { photo: 1, turned: 2, transparent: 3, cmyk: 4, small: 5, animation: 6 };

export interface Gallery extends AsyncDisposable {
  readonly test: TestService;
  readonly files: FileServer;
  /** Template with the slides of {@link SLIDE}. */
  readonly mmsId: string;
}

/** Starts a service, and saves the template. */
export async function openGallery(): Promise<Gallery> {
  const files = startFiles();
  const test = await startService();
  const mmsId = await savePictures(
    test,
    await files.add("photo.jpg", "image/jpeg", await image("photo.jpg")),
    await files.add("turned.jpg", "image/jpeg", await image("large-turned.jpg")),
    await files.add("alpha.png", "image/png", await image("large-alpha.png")),
    await files.add("cmyk.jpg", "image/jpeg", await image("large-cmyk.jpg")),
    await files.add("small.jpg", "image/jpeg", await image("gps.jpg")),
    await files.add("moving.gif", "image/gif", await animation({ frames: 4, size: "320x240" })),
  );
  return {
    test,
    files,
    mmsId,
    async [Symbol.asyncDispose]() {
      await test.stop();
      await files.stop();
    },
  };
}

/** Saves a template with one picture on each slide, and returns its id. */
export async function savePictures(test: TestService, ...urls: string[]): Promise<string> {
  return (await save(test, { slide: urls.map((url) => ({ image: { url } })) })).mmsId;
}

/** Sends a template as a fallback SMS, and returns the address of its page. */
export async function pageOf(test: TestService, mmsId: string): Promise<string> {
  const { text } = await carriedOnce(test, await sendMms(test, mmsId, { to: NO_MMS }));
  return /https?:\/\/\S+$/.exec(text!)![0];
}
