/** Pictures generated for a recipient (spec 2.4 to 2.6): values in, a JPEG out. Runs in Workers. */
export { loadFonts } from "./fonts.ts";
export {
  createPainter,
  type Painter,
  type PainterBackground as Ground,
  type PainterOptions,
} from "./painter.ts";
