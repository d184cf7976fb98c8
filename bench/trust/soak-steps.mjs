// The tree of the soak, and what an agent does to it: each step is one of these, at random by a seed.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGES = 7;
const NOTES = 20;

export function pythonTree(root, files) {
  let edits = 0;
  const nameOf = (i) => `pkg${i % PACKAGES}/module_${i}.py`;
  const fullPath = (i) => path.join(root, nameOf(i));
  const tree = {
    files,
    nameOf,
    fullPath,
    write(i) {
      const calls = [1, 2, 3].map((step) => `    helper_${(i * step + edits) % files}(value)\n`).join('');
      const text = `class Model${i}:\n    pass\n\n\ndef helper_${i}(value):\n${calls}    return ${edits++}\n`;
      writeFileSync(fullPath(i), text);
    },
  };
  for (let i = 0; i < PACKAGES; i++) mkdirSync(path.join(root, `pkg${i}`), { recursive: true });
  mkdirSync(path.join(root, 'notes'));
  for (let i = 0; i < files; i++) tree.write(i);
  return tree;
}

/**
 * What a step may be. `call` resolves to the answer, a refusal included: other steps work on the same files, so a file
 * may be gone. What a step took away it puts back, so that the tree stays as large as it was.
 */
export const stepsOf = (tree, call, below) => {
  const any = () => below(tree.files);
  const noteName = () => `notes/n${below(NOTES)}.md`;
  return [
    (i = any()) => call('map', { query: `helper_${i}`, 'max-chars': 2048 }),
    (i = any()) => call('map', { focus: [tree.nameOf(i)], 'max-chars': 4096 }),
    (i = any()) => call('grep', { pattern: `helper_${i}\\(`, regex: true }),
    (i = any()) => call('glob', { pattern: `**/module_${i % 10}*.py` }),
    (i = any()) => call('list', { path: `pkg${i % PACKAGES}` }),
    (i = any()) => call('stat', { path: tree.nameOf(i) }),
    (i = any()) => call('read', { path: tree.nameOf(i), offset: 2, limit: 3 }),
    async function editThroughServer(i = any()) {
      const comment = {
        path: tree.nameOf(i),
        'old-string': '    pass\n',
        'new-string': '    pass  # seen\n',
      };
      await call('edit', comment);
      const back = { ...comment, 'old-string': comment['new-string'], 'new-string': comment['old-string'] };
      return call('edit', back);
    },
    () => call('write', { path: noteName(), content: `note ${any()}\n` }),
    () => call('delete', { path: noteName() }),
    async function folderComesAndGoes(i = any()) {
      await call('mkdir', { path: `made${i}/deep` });
      await call('write', {
        path: `made${i}/deep/new.py`,
        content: `def made_${i}():\n    helper_${i}(1)\n`,
      });
      return call('delete', { path: `made${i}`, recursive: true });
    },
    async function moveAndBack(i = any()) {
      const [from, to] = [tree.nameOf(i), `pkg${(i + 1) % PACKAGES}/moved_${i}.py`];
      await call('move', { from, to });
      return call('move', { from: to, to: from });
    },
    async function rewrittenBesideServer(i = any()) {
      tree.write(i);
      return call('read', { path: tree.nameOf(i) });
    },
    async function goneAndBack(i = any()) {
      const away = `${tree.fullPath(i)}.txt`;
      try {
        renameSync(tree.fullPath(i), away);
        rmSync(away);
      } catch {}
      const answer = await call('read', { path: tree.nameOf(i) });
      tree.write(i);
      return answer;
    },
  ];
};
