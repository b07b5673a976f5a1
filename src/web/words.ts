/** Our own words on hosted pages, in each language. The words of senders stay as they are. */
import type { MediaKind } from "../core/media/media_types.ts";
import type { PageLanguage } from "../core/message/page_language.ts";

/** Words of a language; `{…}` are filled in by `text_template.ts`. */
export interface Words {
  /** Locale of dates and numbers (BCP 47). */
  readonly locale: string;
  /** Direction of the script. */
  readonly direction: "ltr" | "rtl";
  /** Title of a message without a subject. */
  readonly untitled: string;
  /** Comma between the facts of a file, with its space. */
  readonly comma: string;
  /** Line above the title: `{name}` is the sender's. */
  readonly from: string;
  /** Heading of a slide: `{number}` and `{count}`. */
  readonly slide: string;
  /** A thing and its position, for screen readers: `{what}` and `{number}`. */
  readonly onSlide: string;
  /** Link to a file, for screen readers: `{what}`. */
  readonly download: string;
  /** Link to an animation that is not shown at once. */
  readonly animation: string;
  /** Form of a file whose type is unknown. */
  readonly file: string;
  /** Slide without anything to show. */
  readonly lost: string;
  /** Last line: `{date}`. */
  readonly until: string;
  readonly kinds: Readonly<Record<MediaKind, string>>;
  /** Page of an expired link. */
  readonly gone: Notice;
  /** Page of an unknown link. */
  readonly missing: Notice;
}

export interface Notice {
  readonly title: string;
  readonly text: string;
}

export const WORDS: Readonly<Record<PageLanguage, Words>> = {
  en: {
    locale: "en-GB",
    direction: "ltr",
    untitled: "A message for you",
    comma: ", ",
    from: "Message from {name}",
    slide: "Slide {number} of {count}",
    onSlide: "{what} on slide {number}",
    download: "Download: {what}",
    animation: "Show the animation",
    file: "File",
    lost: "This part of the message cannot be shown.",
    until: "You can open this page until {date}.",
    kinds: {
      image: "Picture",
      audio: "Sound",
      video: "Video",
      contact: "Contact",
      calendar: "Calendar event",
      pdf: "Document",
      "ms-excel": "Spreadsheet",
    },
    gone: {
      title: "This message has expired",
      text: "Messages like this one can be opened for a limited time only. If you still need it, " +
        "please ask the sender to send it again.",
    },
    missing: {
      title: "There is nothing here",
      text: "Please check that you have opened the whole link, exactly as it was sent to you.",
    },
  },
  es: {
    locale: "es",
    direction: "ltr",
    untitled: "Un mensaje para ti",
    comma: ", ",
    from: "Mensaje de {name}",
    slide: "Diapositiva {number} de {count}",
    onSlide: "{what} de la diapositiva {number}",
    download: "Descargar: {what}",
    animation: "Mostrar la animación",
    file: "Archivo",
    lost: "Esta parte del mensaje no se puede mostrar.",
    until: "Puedes abrir esta página hasta el {date}.",
    kinds: {
      image: "Imagen",
      audio: "Audio",
      video: "Vídeo",
      contact: "Contacto",
      calendar: "Evento de calendario",
      pdf: "Documento",
      "ms-excel": "Hoja de cálculo",
    },
    gone: {
      title: "Este mensaje ha caducado",
      text: "Los mensajes como este solo se pueden abrir durante un tiempo limitado. Si aún lo " +
        "necesitas, pide al remitente que te lo envíe de nuevo.",
    },
    missing: {
      title: "Aquí no hay nada",
      text: "Comprueba que has abierto el enlace completo, tal como lo recibiste.",
    },
  },
  fr: {
    locale: "fr",
    direction: "ltr",
    untitled: "Un message pour vous",
    comma: ", ",
    from: "Message de {name}",
    slide: "Page {number} sur {count}",
    onSlide: "{what}, page {number}",
    download: "Télécharger\u00a0: {what}",
    animation: "Afficher l’animation",
    file: "Fichier",
    lost: "Cette partie du message ne peut pas être affichée.",
    until: "Vous pouvez ouvrir cette page jusqu’au {date}.",
    kinds: {
      image: "Image",
      audio: "Son",
      video: "Vidéo",
      contact: "Contact",
      calendar: "Événement",
      pdf: "Document",
      "ms-excel": "Feuille de calcul",
    },
    gone: {
      title: "Ce message a expiré",
      text: "Les messages comme celui-ci ne peuvent être ouverts que pendant un temps limité. Si " +
        "vous en avez encore besoin, demandez à l’expéditeur de le renvoyer.",
    },
    missing: {
      title: "Il n’y a rien ici",
      text: "Vérifiez que vous avez ouvert le lien entier, tel que vous l’avez reçu.",
    },
  },
  de: {
    locale: "de",
    direction: "ltr",
    untitled: "Eine Nachricht für Sie",
    comma: ", ",
    from: "Nachricht von {name}",
    slide: "Seite {number} von {count}",
    onSlide: "{what} auf Seite {number}",
    download: "Herunterladen: {what}",
    animation: "Animation anzeigen",
    file: "Datei",
    lost: "Dieser Teil der Nachricht kann nicht angezeigt werden.",
    until: "Sie können diese Seite bis zum {date} öffnen.",
    kinds: {
      image: "Bild",
      audio: "Ton",
      video: "Video",
      contact: "Kontakt",
      calendar: "Termin",
      pdf: "Dokument",
      "ms-excel": "Tabelle",
    },
    gone: {
      title: "Diese Nachricht ist abgelaufen",
      text: "Nachrichten wie diese lassen sich nur für begrenzte Zeit öffnen. Wenn Sie sie noch " +
        "brauchen, bitten Sie den Absender, sie erneut zu senden.",
    },
    missing: {
      title: "Hier ist nichts",
      text: "Bitte prüfen Sie, ob Sie den ganzen Link geöffnet haben, genau wie er ankam.",
    },
  },
  pt: {
    locale: "pt",
    direction: "ltr",
    untitled: "Uma mensagem para você",
    comma: ", ",
    from: "Mensagem de {name}",
    slide: "Página {number} de {count}",
    onSlide: "{what} da página {number}",
    download: "Baixar: {what}",
    animation: "Mostrar a animação",
    file: "Arquivo",
    lost: "Não é possível mostrar esta parte da mensagem.",
    until: "Você pode abrir esta página até {date}.",
    kinds: {
      image: "Imagem",
      audio: "Áudio",
      video: "Vídeo",
      contact: "Contato",
      calendar: "Evento",
      pdf: "Documento",
      "ms-excel": "Planilha",
    },
    gone: {
      title: "Esta mensagem expirou",
      text: "Mensagens como esta só podem ser abertas por tempo limitado. Se você ainda precisar " +
        "dela, peça ao remetente que a envie de novo.",
    },
    missing: {
      title: "Não há nada aqui",
      text: "Verifique se você abriu o link completo, exatamente como o recebeu.",
    },
  },
  ar: {
    locale: "ar",
    direction: "rtl",
    untitled: "رسالة لك",
    comma: "، ",
    from: "رسالة من {name}",
    slide: "الشريحة {number} من {count}",
    onSlide: "{what} في الشريحة {number}",
    download: "تنزيل: {what}",
    animation: "عرض الصورة المتحركة",
    file: "ملف",
    lost: "تعذّر عرض هذا الجزء من الرسالة.",
    until: "يمكنك فتح هذه الصفحة حتى {date}.",
    kinds: {
      image: "صورة",
      audio: "صوت",
      video: "فيديو",
      contact: "جهة اتصال",
      calendar: "موعد",
      pdf: "مستند",
      "ms-excel": "جدول بيانات",
    },
    gone: {
      title: "انتهت صلاحية هذه الرسالة",
      text: "لا يمكن فتح مثل هذه الرسائل إلا لفترة محدودة. إن كنت لا تزال بحاجة إليها، فاطلب من " +
        "المرسل إعادة إرسالها.",
    },
    missing: {
      title: "لا يوجد شيء هنا",
      text: "يرجى التأكد من فتح الرابط كاملًا، تمامًا كما وصلك.",
    },
  },
};
