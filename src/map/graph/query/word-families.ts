import { stem } from '../names/words.ts';
import { once } from '../once.ts';

/** Short and long forms of one word, as names of code have them; a line a family. Two letters alone would say nothing. */
const FAMILIES = `
administrator admin
address addr
allocation allocate allocator alloc
application app
argument arg
asynchronous async
attribute attr
authentication authenticate auth
average avg
buffer buf
calculation calculate calc
cancellation cancel
capacity cap
certificate cert
channel chan
character char
column col
command cmd
compilation compile compiler
completion complete
compression compress compressor
concatenate concat
configuration configure config conf cfg
connection connect connector conn
constant const
context ctx
controller control ctrl
conversion convert converter
current curr cur
declaration declare decl
decode decoder decoding dec
definition define def
deletion delete del
delimiter delim
dependency dep
description describe desc
deserialization deserialize deserializer
destination dest dst
difference diff
dimension dim
directory folder dir
documentation document doc
element elem
encode encoder encoding enc
encryption encrypt crypt
environment env
error err
evaluation evaluate evaluator eval
event evt
execution execute executor exec
expression expr
extension ext
format formatter fmt
frequency freq
function func
generation generate generator gen
identifier ident
image img
implementation implement impl
increment inc
index indices idx
information info
initialization initialize initial init
injection inject injector
instruction instr inst
integer int
interface iface
iteration iterate iterator iter
language lang
length len
level lvl
library lib
listener listen
loader load
logging logger log
management manage manager mgr
maximum max
matrix matrices
memory mem
message msg
metadata meta
migration migrate migrator
minimum min
module mod
multiplication multiply mul
navigation navigate nav
network net
notification notify notifier
number num
object obj
operation operator operate
option opt
original orig
package pkg
parameter param
parser parse
password passwd pwd
permission perm
pointer ptr
position pos
previous prev
printer print
processor process proc
property prop
protocol proto
publication publish publisher pub
query qry
quotation quote
random rand
reader read
receiver receive recv
record rec
reference ref
registration register registry reg
regular regex regexp
relative rel
removal remove
renderer render
repository repo
request req
resolution resolve resolver
response resp res
router route routing
runner run
scanner scan
scheduler schedule sched
segment seg
selection select selector
separator sep
sequence seq
serialization serialize serializer
session sess
signal signature sig
socket sock
source src
specification spec
standard std
statement stmt
statistics stats stat
string str
subscription subscribe subscriber sub
synchronization synchronize sync
template tmpl tpl
temporary temp tmp
terminal term tty
text txt
timestamp time
transaction txn
transformation transform transformer
translation translate translator
user usr
utility util
validation validate validator valid
value val
variable var
vector vec
version ver
vertex vertices
visitor visit
warning warn
watcher watch
window win
writer write
`;

/** Stems of the other forms of a word that is given as its stem: of `config` those of configuration, configure and cfg. */
export const relativesOf = (root: string): readonly string[] => relatives().get(root) ?? [];

const relatives = once((): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const line of FAMILIES.trim().split('\n')) {
    const roots = new Set(line.split(' ').map(stem));
    for (const root of roots)
      found.set(root, [...(found.get(root) ?? []), ...[...roots].filter((other) => other !== root)]);
  }
  return found;
});
