// The flags of Node that tests start a hub with.
import { hubFlags } from '../../electron/core/platform/lean-heap.ts';

/**
 * The product's, but with the part where objects begin as large from the first moment as it may become: a hub that ends after a few seconds
 * would copy what it has just made several times before, a twentieth of its work.
 */
export const testedHubFlags = [...hubFlags, '--min-semi-space-size=4'] as const;
