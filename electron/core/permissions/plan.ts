// A plan of an agent: what it says it will do, and the sites where. The user agrees to it or not; it never gives a permission.
import { z } from 'zod';
import { siteOf, sitesAbove } from '../../../contract/sites.ts';
import { hubError } from '../../../words/hub-error.ts';

const PlanSchema = z.object({
  domains: z.array(z.string().min(1).max(300)).min(1).max(50),
  approach: z.array(z.string().max(2_000)).max(50),
});
export type Plan = z.infer<typeof PlanSchema>;

/** The arguments of `update_plan` of real clients (2.1.90). Throws ERR_INVALID_ARGUMENTS, also for a domain that is none. */
export function readPlan(args: Readonly<Record<string, unknown>>): Plan {
  const parsed = PlanSchema.safeParse({ approach: [], ...args });
  const odd = parsed.data?.domains.find(domain => sitesOf(domain).length === 0);
  if (parsed.success && odd === undefined) return parsed.data;
  throw hubError('ERR_INVALID_ARGUMENTS', {
    kind: 'no-plan',
    found: JSON.stringify(odd ?? args.domains ?? null).slice(0, 100),
  });
}

/** Whether a page of this origin belongs to the plan: on one of its domains or beneath it, by http or https. */
export function isInPlan({ domains }: { readonly domains: readonly string[] }, origin: string): boolean {
  const named = new Set(domains.flatMap(sitesOf));
  return sitesAbove(origin).some(site => named.has(site));
}

/** A domain with a scheme is meant for that scheme alone. An address has no domains beneath it. */
function sitesOf(domain: string): string[] {
  const [, scheme, rest = ''] = /^(https?:\/\/)?(.*)$/i.exec(domain.trim()) ?? [];
  const host = rest.replace(/^\*\./, '');
  const schemes = scheme === undefined ? ['https://', 'http://'] : [scheme];
  return schemes.flatMap(each => [siteOf(`${each}${host}`), siteOf(`${each}*.${host}`)].filter(site => site !== null));
}
