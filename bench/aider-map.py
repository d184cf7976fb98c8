"""aider's repository map of a directory on standard output, with no model behind it: tokens are counted as characters / 4."""
import os
import sys

from aider.io import InputOutput
from aider.repomap import RepoMap


class Counter:
    def token_count(self, text):
        return len(text) // 4


root = sys.argv[1]
os.chdir(root)
files = [
    os.path.join(folder, name)
    for folder, folders, names in os.walk(root)
    for name in names
    if not folder.startswith(os.path.join(root, "."))
]
print(RepoMap(map_tokens=2048, root=root, main_model=Counter(), io=InputOutput(yes=True)).get_repo_map([], files))
