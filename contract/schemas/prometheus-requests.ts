// What the panel and the command line ask about metrics for Prometheus.
import { z } from 'zod';
import { metricsToken, PrometheusViewSchema } from './prometheus.ts';
import { saying } from './value-fault.ts';

const nothing = z.object({}).strict();
/** A token is told once, when it is made. */
const changed = z.object({ prometheus: PrometheusViewSchema, token: z.string().nullable() });

const token = z
  .string()
  .min(16)
  .max(500)
  .refine(text => metricsToken.test(text), saying({ kind: 'token-lacks', lacks: 'characters' }));

export const prometheusRequests = {
  'prometheus:get': { params: nothing, result: z.object({ prometheus: PrometheusViewSchema }) },
  /** Switched on for the first time, it makes a token, unless one is given: that one is taken from then on. */
  'prometheus:set': {
    params: z.object({ on: z.boolean(), token: token.optional() }).strict(),
    result: changed,
  },
  /** Makes a new token; the one before is taken no more. */
  'prometheus:new-token': { params: nothing, result: changed },
} as const;
