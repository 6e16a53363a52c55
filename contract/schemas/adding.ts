// What a server is completed with before it runs: values for the placeholders in its config, and a fixed version of its package.
import { z } from 'zod';
import { placeholderPlaces } from '../placeholders.ts';

export const PlaceholderSchema = z.object({
  /** Names it in a `Fill`: one place and one text. */
  key: z.string(),
  place: z.enum(placeholderPlaces),
  /** Of the variable or header; the number of the argument, from 1; else empty. */
  name: z.string(),
  /** As it stands in the config. */
  text: z.string(),
  /** What it asks for, in the words of whoever wrote it. */
  asks: z.string(),
  /** Its value opens something. Only that of a variable or a header can be kept as a secret. */
  secret: z.boolean(),
});
export type Placeholder = z.infer<typeof PlaceholderSchema>;

/** The value of a placeholder. The text of the placeholder itself says that it is meant as it stands. */
export const FillSchema = z.object({
  key: z.string().min(1).max(21_000),
  value: z.string().min(1).max(65_536),
  secret: z.boolean(),
});
export type Fill = z.infer<typeof FillSchema>;

export const PinOfferSchema = z.object({
  runner: z.enum(['npx', 'uvx', 'docker']),
  name: z.string(),
  /** What is named now; null where no version is. */
  from: z.string().nullable(),
  /** A version, or the digest of an image. */
  version: z.string(),
  /** The whole command as it would be, for reading. */
  commandLine: z.string(),
  /** `Server.hash` of the command that it was made for. */
  hash: z.string(),
});
export type PinOffer = z.infer<typeof PinOfferSchema>;
