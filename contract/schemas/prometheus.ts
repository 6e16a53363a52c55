// The hub's metrics for Prometheus: what is stored of the switch and its token, and what the panel and the command line see.
import { z } from 'zod';

/** With what is kept of the token, never the token. */
export const StoredPrometheusSchema = z.object({
  enabled: z.boolean().default(false),
  tokenHash: z.string().nullable().default(null),
});
export type StoredPrometheus = z.infer<typeof StoredPrometheusSchema>;

/** As it goes into a header, and too long to be found by trying. */
export const metricsToken = /^[\x21-\x7e]{16,500}$/;

export const PrometheusViewSchema = z.object({
  enabled: z.boolean(),
  /** Null while MCP over HTTP, whose port it is on, is not open. */
  address: z.string().nullable(),
  hasToken: z.boolean(),
});
export type PrometheusView = z.infer<typeof PrometheusViewSchema>;
