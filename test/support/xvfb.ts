// A virtual display of its own for one test file, so that nothing appears on, or depends on, the user's screen.
import { spawn } from 'node:child_process';
import { providedPath } from './provided.ts';

export interface VirtualDisplay {
  /** Value for DISPLAY. */
  readonly name: string;
  stop(): Promise<void>;
}

/** Starts an Xvfb that picks a free number itself; elsewhere than on Linux there is nothing to start. What is drawn is then in `Xvfb_screen0` of `pictureFolder` (X11's XWD). */
export async function startDisplay(pictureFolder?: string): Promise<VirtualDisplay> {
  const program = providedPath('display');
  if (!program) return { name: '', stop: () => Promise.resolve() };
  const args = ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'];
  if (pictureFolder !== undefined) args.push('-fbdir', pictureFolder);
  const server = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>(resolve => server.once('exit', () => resolve()));
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    void ended.then(() => reject(new Error('Xvfb ended before it named its display.')));
    let text = '';
    server.stdio[3]?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith('\n')) resolve(text.trim());
    });
  });
  return {
    name: `:${number}`,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
    },
  };
}
