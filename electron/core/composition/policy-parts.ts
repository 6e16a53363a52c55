// The parts of the policy: its file, the signed list that it names, and what both say about the catalogue.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../../../native-host/endpoints/private-file.ts';
import { CataloguePolicy } from '../permissions/policy/catalogue-policy.ts';
import { fetchList } from '../permissions/policy/fetch-list.ts';
import { PolicyFile } from '../permissions/policy/policy-file.ts';
import { PolicyList } from '../permissions/policy/policy-list.ts';
import { bothRules } from '../permissions/rule-index.ts';
import { createFleetPolicy } from './fleet-policy-parts.ts';
import type { FleetPolicyKeeper } from '../permissions/policy/fleet-policy.ts';
import type { KeptList } from '../permissions/policy/policy-list.ts';
import type { Rules } from '../permissions/rule-index.ts';
import type { BaseParts } from './base-parts.ts';
import type { Boot } from './boot.ts';

export interface PolicyParts {
  readonly policy: PolicyFile;
  readonly policyList: PolicyList;
  readonly cataloguePolicy: CataloguePolicy;
  readonly fleetPolicy: FleetPolicyKeeper;
  /** Of policy.json and of the fleet, as they are at that moment. */
  readonly policyRules: () => Rules;
}

const policyKey = 'lastGoodPolicy';
const listKey = 'policyList';
const KeptListSchema = z.object({ fetchedAt: z.number(), key: z.string(), envelope: z.string() });
/** No reason to stop: the next run lacks it, and this one has it. */
const notKept = 'What the policy wanted to keep was not written.';

/** Resolves when the policy file and the list that was kept hold. */
export async function createPolicyParts(boot: Boot, base: BaseParts, onChanged: () => void): Promise<PolicyParts> {
  const { platform, closers } = boot;
  const { store, state } = base;
  let list: PolicyList | null = null;
  const policy = new PolicyFile({
    path: join(platform.home, 'policy.json'),
    now: () => platform.now(),
    kept: await store.settings.get(policyKey, z.string()),
    keep: text => {
      const kept = text === null ? store.settings.remove(policyKey) : store.settings.set(policyKey, text);
      void kept.catch((error: unknown) => platform.log.warn({ reason: String(error) }, notKept));
    },
    show: shown => state.setHub({ policy: shown }),
    onChanged: () => {
      list?.policyRead();
      onChanged();
    },
  });
  await policy.start();
  closers.add(() => policy.stop());
  const policyList = await createList(boot, base, policy, onChanged);
  list = policyList;
  const fleetPolicy = await createFleetPolicy(boot, base, onChanged);
  const sources = { file: () => policy.catalogue, list: () => policyList.list, fleet: () => fleetPolicy.catalogue };
  const policyRules = () => bothRules(policy.rules, fleetPolicy.rules);
  return { policy, policyList, cataloguePolicy: new CataloguePolicy(sources), fleetPolicy, policyRules };
}

/** The envelope lies in a file, where it can be held against the key by others too; the database has a copy, and when it came. */
async function createList(
  { platform }: Boot,
  { home, store, state }: BaseParts,
  policy: PolicyFile,
  onChanged: () => void,
): Promise<PolicyList> {
  const file = join(home.path, 'policy-list.json');
  const copy = await store.settings.get(listKey, KeptListSchema);
  const inFile = await readFile(file, 'utf8').catch(() => null);
  const kept: KeptList[] = copy ? [{ ...copy, envelope: inFile ?? '' }, copy] : [];
  return new PolicyList({
    place: () => policy.catalogue?.list ?? null,
    kept,
    keep: async list => {
      await store.settings.set(listKey, list);
      await writePrivateFile(file, list.envelope);
    },
    fetch: address => fetchList(address),
    now: () => platform.now(),
    show: shown => state.setHub({ policyList: shown }),
    onChanged,
  });
}
