/**
 * Words and phrases that are keywords, by language: those of CTIA's messaging principles (section
 * 5.1.3), of the FCC (47 CFR 64.1200(a)(10)), of Canadian carriers, and what people write around them.
 * Accents may be left out as written here, all of them; other letters make another word.
 */

export const KEYWORDS = [
  /** Blocks the originator that received it. */
  "stop",
  /** Blocks all originators of the account. */
  "stop all",
  /** Lifts the block of the originator that received it. */
  "start",
  /** Asks for instructions. */
  "help",
] as const;
export type Keyword = typeof KEYWORDS[number];

/** Languages of replies to keywords (ISO 639-1). */
export const LANGUAGES = ["en", "fr", "es"] as const;
export type Language = typeof LANGUAGES[number];

/** Texts that are keywords as they are. */
export interface KeywordRow {
  readonly keyword: Keyword;
  readonly language: Language;
  readonly words: readonly string[];
}

export const KEYWORD_ROWS: readonly KeywordRow[] = [
  {
    keyword: "stop",
    language: "en",
    words: [
      "STOP",
      "UNSUBSCRIBE",
      "CANCEL",
      "END",
      "QUIT",
      "REVOKE",
      "REMOVE",
      "OPTOUT",
      "OPT OUT",
      "OPT-OUT",
      "OPT ME OUT",
      "DON'T TEXT ME",
      "DO NOT TEXT ME",
      "REMOVE ME FROM YOUR LIST",
      "TAKE ME OFF YOUR LIST",
      "NO MORE MESSAGES",
      "NO MORE TEXTS",
    ],
  },
  {
    keyword: "stop",
    language: "fr",
    words: [
      "ARRÊT",
      "ARRÊTE",
      "ARRÊTER",
      "ARRÊTEZ",
      "DÉSABONNER",
      "DÉSABONNEMENT",
      "ME DÉSABONNER",
      "DÉSABONNEZ-MOI",
      "DÉSINSCRIRE",
      "DÉSINSCRIPTION",
      "ME DÉSINSCRIRE",
      "DÉSINSCRIVEZ-MOI",
      "NE M'ÉCRIVEZ PLUS",
      "NE M'ENVOYEZ PLUS DE MESSAGES",
    ],
  },
  {
    keyword: "stop",
    language: "es",
    words: [
      "PARAR",
      "PARE",
      "PAREN",
      "DETENER",
      "CANCELAR",
      "DARME DE BAJA",
      "DAR DE BAJA",
      "DEME DE BAJA",
      "DENME DE BAJA",
      "DEJE DE ENVIARME MENSAJES",
      "DEJEN DE ENVIARME MENSAJES",
      "NO MÁS MENSAJES",
      "NO ME ENVÍE MÁS MENSAJES",
      "NO ME ENVÍEN MÁS MENSAJES",
    ],
  },
  { keyword: "stop all", language: "en", words: ["STOPALL", "STOP ALL"] },
  { keyword: "start", language: "en", words: ["START", "UNSTOP"] },
  { keyword: "help", language: "en", words: ["HELP", "INFO"] },
  { keyword: "help", language: "fr", words: ["AIDE"] },
];

/** Words that confirm what a text of ours asks. */
export const CONFIRMATION_WORDS: readonly string[] = ["YES", "Y", "OUI", "SÍ"];

/** Words beside an opt-out that leave it one, several after another too. */
export interface AdditionRow {
  readonly language: Language;
  /** Position beside the keyword. */
  readonly position: "after" | "either side";
  /** Whether they extend the opt-out to all originators of the account. */
  readonly isAll?: true;
  readonly words: readonly string[];
}

export const ADDITION_ROWS: readonly AdditionRow[] = [
  { language: "en", position: "either side", words: ["PLEASE", "PLS"] },
  {
    language: "en",
    position: "after",
    words: [
      "NOW",
      "THANKS",
      "THANK YOU",
      "ME",
      "TEXTING",
      "TEXTING ME",
      "MESSAGING",
      "MESSAGING ME",
      "CONTACTING ME",
      "SENDING MESSAGES",
      "SENDING ME MESSAGES",
      "SENDING ME TEXTS",
      "MESSAGES",
      "THE MESSAGES",
      "THESE MESSAGES",
      "TEXTS",
      "THE TEXTS",
      "THESE TEXTS",
      "SMS",
    ],
  },
  { language: "en", position: "after", isAll: true, words: ["ALL", "ALL MESSAGES", "ALL TEXTS"] },
  {
    language: "fr",
    position: "either side",
    words: ["S'IL VOUS PLAÎT", "S'IL TE PLAÎT", "SVP", "STP"],
  },
  {
    language: "fr",
    position: "after",
    words: [
      "MAINTENANT",
      "MERCI",
      "MOI",
      "LES SMS",
      "LES MESSAGES",
      "CES MESSAGES",
      "DE M'ÉCRIRE",
      "DE ME TEXTER",
      "DE M'ENVOYER DES MESSAGES",
      "DE M'ENVOYER DES TEXTOS",
    ],
  },
  {
    language: "fr",
    position: "after",
    isAll: true,
    words: ["TOUT", "TOUS LES MESSAGES", "TOUS LES TEXTOS", "TOUS LES SMS"],
  },
  { language: "es", position: "either side", words: ["POR FAVOR"] },
  {
    language: "es",
    position: "after",
    words: [
      "AHORA",
      "YA",
      "GRACIAS",
      "A MÍ",
      "MENSAJES",
      "LOS MENSAJES",
      "ESTOS MENSAJES",
      "DE ESCRIBIRME",
      "DE ENVIARME MENSAJES",
      "DE MANDARME MENSAJES",
    ],
  },
  {
    language: "es",
    position: "after",
    isAll: true,
    words: ["TODO", "TODOS", "TODOS LOS MENSAJES"],
  },
];
