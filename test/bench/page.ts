// The Web Agent API in pages of a real Chromium with the companion: what a page pays that does not use it, what it adds to a call and to a first token, and
// what the hub holds for a hundred tabs.
import { firstTokenRow } from './page/first-token.ts';
import { hundredTabsRows } from './page/hundred-tabs.ts';
import { injectionRows } from './page/injection.ts';
import { openPageHouse } from './page/page-house.ts';
import { toolCallRow } from './page/tool-calls.ts';
import type { BenchRow } from './row.ts';

export async function benchPage(): Promise<BenchRow[]> {
  const house = await openPageHouse();
  try {
    return [
      ...(await injectionRows(house)),
      await toolCallRow(house),
      await firstTokenRow(house),
      ...(await hundredTabsRows(house)),
    ];
  } finally {
    await house.close();
  }
}
