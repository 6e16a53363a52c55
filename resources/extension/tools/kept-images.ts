// The last screenshots, so that an agent can hand one to a page by its id alone.

export interface KeptImage {
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
  /** Of the page that it shows and of the frames in it, where they have a web origin. */
  readonly origins: readonly string[];
}

const maxImages = 10;
const maxChars = 32 * 1024 * 1024;

const images = new Map<string, KeptImage>();

/** The id is random, so that only who took the picture can name it. */
export function keepImage(image: KeptImage): string {
  const imageId = `img_${crypto.randomUUID().replaceAll('-', '').slice(0, 20)}`;
  images.set(imageId, image);
  let chars = [...images.values()].reduce((sum, { data }) => sum + data.length, 0);
  for (const [oldest, { data }] of images) {
    if (images.size <= maxImages && chars <= maxChars) break;
    images.delete(oldest);
    chars -= data.length;
  }
  return imageId;
}

export function keptImage(imageId: string): KeptImage | null {
  return images.get(imageId) ?? null;
}
