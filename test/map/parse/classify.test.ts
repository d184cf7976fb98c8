import { describe, expect, test } from 'vitest';
import { createClassifier } from '../../../src/map/parse/classify.ts';

const classifier = createClassifier([
  { name: 'c', extensions: ['.c', '.h'] },
  { name: 'cpp', extensions: ['.cpp', '.hpp'] },
  { name: 'objc', extensions: ['.m', '.mm'] },
  { name: 'python', extensions: ['.py'], filenames: ['SConstruct'], interpreters: ['python'] },
  { name: 'bash', extensions: ['.sh'], interpreters: ['sh', 'bash'] },
  { name: 'javascript', extensions: ['.js'], interpreters: ['node'] },
  { name: 'typescript', extensions: ['.ts'] },
  { name: 'perl', extensions: ['.pl', '.pm'], interpreters: ['perl'] },
  { name: 'raku', extensions: ['.raku'] },
  { name: 'd', extensions: ['.d'] },
  { name: 'dockerfile', extensions: [], filenames: ['Dockerfile*'] },
]);

describe('a name alone decides', () => {
  test.each([
    ['src/a.py', 'python'],
    ['SRC/A.PY', 'python'],
    ['SConstruct', 'python'],
    ['deploy/Dockerfile', 'dockerfile'],
    ['deploy/Dockerfile.prod', 'dockerfile'],
    ['old/Main.C', 'cpp'],
    ['a/types.d.ts', 'content'],
    ['bin/tool', 'content'],
    ['.profile', 'content'],
    ['lib/config.py.in', 'python'],
    ['lib/config.h.in', 'content'],
    ['requirements.in', undefined],
    ['photo.jpeg.in', undefined],
    ['photo.jpeg', undefined],
    ['dir.py/readme.txt', undefined],
  ])('%s is %s', (path, language) => expect(classifier.byName(path)).toBe(language));
});

describe('the text decides', () => {
  test.each([
    ['bin/tool', '#!/usr/bin/env python3\n', 'python'],
    ['bin/tool', '#!/usr/bin/env -S node --flag\n', 'javascript'],
    ['bin/tool', '#!/usr/bin/env A=1 bash\n', 'bash'],
    ['bin/tool', '#!/usr/local/bin/python3.12 -u\r\n', 'python'],
    ['bin/tool', '#!/bin/sh', 'bash'],
    ['include/vector', '// <vector> -*- C++ -*-\n', 'cpp'],
    ['LICENSE', 'MIT License\n', undefined],
    ['cli.ts', '#!/usr/bin/env node\nexport {}\n', 'typescript'],
    ['de.ts', '<?xml version="1.0"?>\n<!DOCTYPE TS>', undefined],
    ['a.h', '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n', 'c'],
    ['a.h', '#ifndef A_H\nstruct s { int class_id; };\n', 'c'],
    ['a.h', 'namespace a {\n}\n', 'cpp'],
    ['a.h', '#include <vector>\nint f();\n', 'cpp'],
    ['a.h', '#include <stdio.h>\nint f();\n', 'c'],
    ['a.h', '#import <Foundation/Foundation.h>\n@interface A : NSObject\n@end\n', 'objc'],
    ['a.m', '@implementation A\n@end\n', 'objc'],
    ['a.m', 'MERCURY :- nothing\n', undefined],
    ['a.pl', 'use strict;\nmy $x = 1;\n', 'perl'],
    ['a.pl', ':- module(lists, [append/3]).\nappend([], L, L).\n', undefined],
    ['A.pm', 'unit module A;\nsub f { }\n', 'raku'],
    ['A.pm', 'package A;\nuse warnings;\n', 'perl'],
    ['a.d', 'module a;\nvoid main() {}\n', 'd'],
    ['a.d', 'a.o: a.c \\\n a.h\n', undefined],
  ])('%s with %j is %s', (path, text, language) => expect(classifier.byText(path, text)).toBe(language));
});
