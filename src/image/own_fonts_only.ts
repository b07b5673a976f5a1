/**
 * Tells the canvas, before it loads, to leave the machine's fonts alone: pictures look the same
 * wherever they are drawn. To be imported before `@napi-rs/canvas`.
 */
import process from "node:process";

process.env.DISABLE_SYSTEM_FONTS_LOAD = "1";
