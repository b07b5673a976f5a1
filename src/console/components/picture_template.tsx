/** Image template: it is drawn for each recipient, so its parts are shown as data. */
import type { FC } from "hono/jsx";
import type { TemplateBarcode, TemplatePicture, TemplateTextArea } from "../../generated/admin.ts";
import { OutsideLink } from "./outside_link.tsx";
import { TaggedText } from "./tagged_text.tsx";

export const PictureTemplate: FC<{ of: TemplatePicture }> = ({ of }) => {
  const { "background-image-url": background, barcode, "text-areas": areas } = of;
  return (
    <div class="template-file">
      <p class="hint">
        image drawn for each recipient, {background === null ? "on white" : (
          <>
            on <OutsideLink to={background} />
          </>
        )}
      </p>
      <ul class="areas">
        {barcode !== undefined && (
          <li>
            <TaggedText text={barcode.id} />
            <p class="hint">{describeBarcode(barcode)}</p>
          </li>
        )}
        {areas.map((area) => (
          <li>
            <TaggedText text={area.text} />
            <p class="hint">{describeTextArea(area)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
};

function describeBarcode(barcode: TemplateBarcode): string {
  const { width, height, "border-width": border, rotate } = barcode;
  const behind = barcode.transparent ? "the background" : barcode["background-color"];
  return [
    barcode.type,
    positionOf(barcode),
    `${width ?? "300 or more"}×${height} pixels`,
    `${barcode["foreground-color"]} on ${behind}`,
    barcode.alignment.toLowerCase(),
    barcode["hide-text"] ? "no text" : `text in ${fontOf(barcode)}`,
    ...border > 0 ? [`frame of ${border} pixels`] : [],
    ...rotate > 0 ? [`turned by ${rotate}°`] : [],
  ].join(" · ");
}

function describeTextArea(area: TemplateTextArea): string {
  return [
    "Text",
    positionOf(area),
    `${area.width} pixels wide`,
    fontOf(area),
    area["font-color"],
  ].join(" · ");
}

function positionOf(
  { "position-x": x, "position-y": y }: TemplateBarcode | TemplateTextArea,
): string {
  return `at ${x}, ${y}`;
}

function fontOf({ font, "font-size": size }: TemplateBarcode | TemplateTextArea): string {
  return `${font} ${size}`;
}
