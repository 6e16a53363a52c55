// A copy of the built companion whose page script is one of a few lines: for what comes before it and after it.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageFlags } from '../../contract/web-agent.ts';
import { repositoryRoot } from './provided.ts';

const pageScript = `{
  const entry = Symbol.for('web-agent.flags');
  const told = window[entry] ?? {};
  delete window[entry];
  if (!told.blocked) window.agent ??= { flags: { ...${JSON.stringify(pageFlags)}, ...told } };
}`;

/** Answers with the folder. */
export async function companionWithStandIn(target: 'chromium' | 'firefox', folder: string): Promise<string> {
  const to = join(folder, `companion-${target}`);
  await cp(join(repositoryRoot, 'dist/extension', target), to, { recursive: true });
  await mkdir(join(to, 'web-agent/flags'), { recursive: true });
  await writeFile(join(to, 'web-agent/page-api.js'), pageScript);
  for (const name of Object.keys(pageFlags))
    for (const isOn of [true, false])
      await writeFile(
        join(to, `web-agent/flags/${name}-${isOn ? 'on' : 'off'}.js`),
        `(window[Symbol.for('web-agent.flags')] ??= {}).${name} = ${isOn};`,
      );
  return to;
}
