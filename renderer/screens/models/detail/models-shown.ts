// Which models of a provider are listed: the default first, then by name.
import type { Model } from '../../../../contract/schemas/models.ts';

/** Those whose name holds the text. */
export function modelsShown(models: readonly Model[], filter: string): Model[] {
  const wanted = filter.trim().toLowerCase();
  return models
    .filter(({ name, title }) => `${name}\n${title ?? ''}`.toLowerCase().includes(wanted))
    .sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || a.name.localeCompare(b.name));
}
