// What the companion answers about documents of the Web Agent API; the hub takes nothing of it that is larger.
import { z } from 'zod';
import { maxUrlChars } from '../companion.ts';
import { pageReadBounds } from '../page-deeds.ts';

const short = z.string().max(1_000);

/** The main text of a page: of `main`, `article` and the like, else of its body. */
export const PageTextSchema = z.object({
  url: z.string().max(maxUrlChars),
  title: short,
  text: z.string().max(pageReadBounds.textChars),
  byline: short.nullable(),
  siteName: short.nullable(),
  html: z.string().max(pageReadBounds.htmlChars).optional(),
});
export type PageText = z.infer<typeof PageTextSchema>;

/** An element that can be used. `ref` is a CSS selector that leads to it alone; what a password field holds is not told. */
const PageElementSchema = z.object({
  ref: z.string().max(2_000),
  tag: short,
  type: short.optional(),
  text: short.optional(),
  placeholder: short.optional(),
  value: short.optional(),
  role: short.optional(),
});
export const PageElementsSchema = z.array(PageElementSchema).max(pageReadBounds.elements);

export const ElementFactsSchema = PageElementSchema.extend({
  visible: z.boolean(),
  enabled: z.boolean(),
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  attributes: z.record(z.string().max(200), short),
});

export const FoundSchema = z.object({ found: z.boolean() });
export const PictureSchema = z.object({
  dataUrl: z
    .string()
    .regex(/^data:image\/(png|jpeg);base64,/)
    .max(40_000_000),
});
