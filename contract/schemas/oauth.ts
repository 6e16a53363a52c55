// What providers of sign-ins answer, and what is kept of a sign-in and of a client.
import { z } from 'zod';

const Token = z.string().min(1).max(20_000);
const address = z.string().max(2_000);

/** RFC 6749 section 5.1; `expires_in` also as some send it, in a text. */
export const TokenAnswerSchema = z.object({
  access_token: Token,
  refresh_token: Token.optional(),
  token_type: z.string().max(100).optional(),
  expires_in: z.coerce.number().min(0).max(1e9).optional(),
  scope: z.string().max(20_000).optional(),
});
export type TokenAnswer = z.infer<typeof TokenAnswerSchema>;

/** RFC 8414 section 2, and OpenID Connect Discovery 1.0 section 3: what of it is used. */
export const IssuerMetadataSchema = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  revocation_endpoint: address.optional(),
  scopes_supported: z.array(z.string().max(1_000)).max(1_000).optional(),
  response_types_supported: z.array(z.string().max(100)).max(100).optional(),
  code_challenge_methods_supported: z.array(z.string().max(100)).max(100).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string().max(100)).max(100).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
export type IssuerMetadata = z.infer<typeof IssuerMetadataSchema>;

export const KeptSignInSchema = z.object({
  provider: z.string().min(1).max(2_000),
  scopes: z.array(z.string().max(2_000)).max(200),
  /** Milliseconds since the epoch; null where the provider names no end. */
  expiresAt: z.number().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  tokens: z.object({
    access_token: Token,
    refresh_token: Token.optional(),
    token_type: z.string().max(100),
  }),
});
export type KeptSignIn = z.infer<typeof KeptSignInSchema>;

export const KeptClientSchema = z.object({
  client: z.object({ client_id: z.string().min(1).max(2_000), client_secret: z.string().max(2_000) }),
});
