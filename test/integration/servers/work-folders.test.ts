// The folders that servers run in, on a real disk and before a real npm.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WorkFolders } from '../../../electron/core/servers/config/work-folders.ts';
import { call, callTool, fixture, row, supervise, tempDir, textOf } from './support.ts';

const at = (root: string, userHome: string) => new WorkFolders({ root, userHome, now: () => Date.UTC(2026, 0, 2) });

describe('the folder of a server', () => {
  test('It is private, and for npm a project of its own, whatever workspace lies above.', () => {
    const home = realpathSync(tempDir());
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'above', workspaces: ['**'] }));
    mkdirSync(join(home, 'node_modules'));
    const folder = at(join(home, '.pilothouse/servers'), home).prepare('notes');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const prefix = execFileSync('npm', ['prefix', '--silent'], { cwd: folder, encoding: 'utf8' });
    expect(prefix.trim()).toBe(folder);
  });

  test.each(['package.json', 'node_modules'])('Below a project with a %s that is not the home it is refused.', mark => {
    const home = tempDir();
    const project = join(home, 'checkout');
    mkdirSync(join(project, mark), { recursive: true });
    expect(() => at(join(project, 'data/servers'), home).prepare('notes')).toThrow('lies in another project');
  });

  test('A link in its place is refused.', () => {
    const home = tempDir();
    const elsewhere = tempDir();
    mkdirSync(join(home, 'servers'));
    symlinkSync(elsewhere, join(home, 'servers/notes'));
    expect(() => at(join(home, 'servers'), home).prepare('notes')).toThrow('is no folder of its own');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('What a removed server has left is put aside whole; what has nothing in it goes.', async () => {
    const home = tempDir();
    const folders = at(join(home, 'servers'), home);
    writeFileSync(join(folders.prepare('notes'), 'notes.db'), 'x');
    folders.prepare('empty');
    await folders.putAside('notes');
    await folders.putAside('empty');
    await folders.putAside('never-there');
    expect(readdirSync(join(home, 'servers'))).toEqual(['.removed']);
    const [kept = ''] = readdirSync(join(home, 'servers/.removed'));
    expect(kept).toBe('notes-2026-01-02T00-00-00-000Z');
    expect(existsSync(join(home, 'servers/.removed', kept, 'work/notes.db'))).toBe(true);
  });
});

describe('a server', () => {
  test.each([true, false])(
    'It runs in its own folder, and in another where its config names one (isolation %s).',
    async isolation => {
      const named = realpathSync(tempDir());
      const options = { ...row('x', fixture('well-behaved')).options, isolation };
      const rows = [
        row('own', fixture('well-behaved'), { options }),
        row('named', { ...fixture('well-behaved'), cwd: named }, { options }),
      ];
      const { supervisor, shown } = supervise(rows);
      await Promise.all([supervisor.start('own'), supervisor.start('named')]);
      const cwdOf = async (id: string) =>
        JSON.parse(textOf(await callTool(supervisor, id, { name: 'describe', arguments: {} }, call))).cwd;
      expect(await cwdOf('own')).toBe(realpathSync(shown.get('own')?.workFolder ?? ''));
      expect(await cwdOf('named')).toBe(named);
    },
  );

  test('One whose folder cannot be made is blocked with the sentence, and nothing of it runs.', async () => {
    const home = tempDir();
    writeFileSync(join(home, 'servers'), '');
    const { supervisor, shown } = supervise([row('a', fixture('well-behaved'))], {
      workFolders: at(join(home, 'servers'), home),
    });
    await expect(supervisor.start('a')).rejects.toThrow('servers');
    expect(shown.get('a')).toMatchObject({ state: { kind: 'blocked', by: 'runtime' }, starts: 1 });
  });
});
