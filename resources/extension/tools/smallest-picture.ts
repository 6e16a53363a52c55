// Which form of a picture is the smaller one: text and plain areas are smaller as PNG, photographs as JPEG.
import type { View } from './page-input.ts';

type Format = NonNullable<View['format']>;

/** The picture in the wanted format, or in the one with fewer characters of base64. */
export async function smallestOf(
  wanted: View['format'],
  make: (format: Format) => Promise<string>,
): Promise<{ data: string; mimeType: string }> {
  const formats: readonly Format[] = wanted === null ? ['jpeg', 'png'] : [wanted];
  const made = await Promise.all(
    formats.map(async format => ({ data: await make(format), mimeType: `image/${format}` })),
  );
  return made.reduce((one, other) => (other.data.length < one.data.length ? other : one));
}
