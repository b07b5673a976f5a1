/**
 * Prevents the canvas from loading the system's fonts, so that pictures look the same on every
 * machine. Must be imported before `@napi-rs/canvas`.
 */
import process from "node:process";

process.env.DISABLE_SYSTEM_FONTS_LOAD = "1";
