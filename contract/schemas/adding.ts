// What a server is completed with before it runs: values for the placeholders in its config, and a fixed version of its package.
import { z } from 'zod';
import { remoteTransports } from '../imports.ts';
import { placeholderPlaces } from '../placeholders.ts';

/** One of several values. */
const ChoiceSchema = z.object({ value: z.string().max(20_000), label: z.string().max(1_000) });

/** What a file says of the value that stands in it as `${input:id}`. */
export const AskedInputSchema = z.object({
  id: z.string().max(1_000),
  description: z.string().max(1_000).optional(),
  /** It is to be hidden. */
  password: z.boolean(),
  choices: z.array(ChoiceSchema).max(100).optional(),
  /** What it is unless somebody says otherwise. */
  value: z.string().max(20_000).optional(),
});
export type AskedInput = z.infer<typeof AskedInputSchema>;

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
  /** Its value opens something. That of a folder or a file is never kept as a secret. */
  secret: z.boolean(),
  /** What its file says of it. */
  description: z.string().optional(),
  choices: z.array(ChoiceSchema).optional(),
  value: z.string().optional(),
});
export type Placeholder = z.infer<typeof PlaceholderSchema>;

/** The value of a placeholder. The text of the placeholder itself says that it is meant as it stands. */
export const FillSchema = z.object({
  key: z.string().min(1).max(21_000),
  value: z.string().min(1).max(65_536),
  secret: z.boolean(),
});
export type Fill = z.infer<typeof FillSchema>;

const name = z.string().trim().min(1).max(60);
const maxHeaders = 100;

/** A command line as it was typed. */
export const TypedCommandSchema = z.object({
  kind: z.literal('command'),
  name,
  commandLine: z.string().trim().min(1).max(20_000),
});

/** An address as it was typed, with its headers. */
export const TypedAddressSchema = z.object({
  kind: z.literal('remote'),
  name,
  url: z.string().trim().min(1).max(20_000),
  transport: z.enum(remoteTransports).default('auto'),
  /** `secret` keeps the value in the secret store whatever it looks like. */
  headers: z
    .array(z.object({ name: z.string().max(1_000), value: z.string().max(65_536), secret: z.boolean() }))
    .max(maxHeaders)
    .default([]),
});

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
