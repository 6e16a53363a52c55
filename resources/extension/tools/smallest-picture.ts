// Which form of a picture is the smaller one: text and plain areas are smaller as PNG, photographs as JPEG.
import type { ShownPage } from '../shown-page.ts';
import type { View } from './page-input.ts';

type Format = NonNullable<View['format']>;

interface Made {
  readonly format: Format;
  readonly data: string;
}

const formats: readonly Format[] = ['jpeg', 'png'];
const maxRemembered = 50;
/** A picture that differs by no more from the last one shows much the same. */
const muchTheSame = 0.25;

/** By what is pictured: the form that was the smaller one, and its characters. */
const smaller = new Map<string, { readonly format: Format; readonly chars: number }>();

/**
 * The picture in the wanted format, or in the one with fewer characters of base64. Both are made the first time, and again when what
 * `subject` names has changed much.
 */
export async function smallestOf(
  wanted: View['format'],
  subject: string,
  make: (format: Format) => Promise<string>,
): Promise<{ data: string; mimeType: string }> {
  const known = smaller.get(subject);
  const first = wanted ?? known?.format;
  const made = first === undefined ? await makeAll(formats, make) : await makeAll([first], make);
  const isSettled = wanted !== null || (known && isMuchTheSame(made, known.chars));
  if (first !== undefined && !isSettled)
    made.push(
      ...(await makeAll(
        formats.filter(each => each !== first),
        make,
      )),
    );
  const { format, data } = made.reduce((one, other) => (other.data.length < one.data.length ? other : one));
  if (wanted === null) remember(subject, { format, chars: data.length });
  return { data, mimeType: `image/${format}` };
}

/** The part of one document that a view shows. */
export function subjectOf({ documentId }: ShownPage, { region, scale, quality }: View): string {
  return JSON.stringify([documentId, region, scale, quality]);
}

/** One after the other, as a browser makes them: where one fails, nobody waits for the next. */
async function makeAll(wanted: readonly Format[], make: (format: Format) => Promise<string>): Promise<Made[]> {
  const made: Made[] = [];
  for (const format of wanted) made.push({ format, data: await make(format) });
  return made;
}

function isMuchTheSame([only]: readonly Made[], chars: number): boolean {
  return only !== undefined && Math.abs(only.data.length - chars) <= chars * muchTheSame;
}

function remember(subject: string, found: { format: Format; chars: number }): void {
  smaller.delete(subject);
  smaller.set(subject, found);
  const [oldest] = smaller.keys();
  if (smaller.size > maxRemembered && oldest !== undefined) smaller.delete(oldest);
}
