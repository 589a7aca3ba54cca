"""OpenStack Swift with its S3 interface in one process, from Debian's package python3-swift.

    python3 swift-server.py FOLDER PORT

Keeps its data in FOLDER, so that a start after a crash finds it again. PORT 0 takes a free one. Writes the port to
standard output once it answers. Ends with its standard input, that is with the process that started it, and then
removes FOLDER.
"""

import copy
import os
import shutil
import sys

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402

SWIFT_CONF = """
[swift-hash]
swift_hash_path_suffix = tests
[storage-policy:0]
name = only
default = yes
"""

PROXY = """
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api tempauth copy slo dlo versioned_writes keymaster encryption proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
node_timeout = 60
conn_timeout = 60
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = eu-test-1
allow_multipart_uploads = true
max_upload_part_num = 10000
# A real one gives 1,000 names at once; to make as many takes a minute.
max_bucket_listing = 50
[filter:tempauth]
use = egg:swift#tempauth
user_test_countersign = swift-secret-key .admin
user_test_reader = reader-secret-key
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
[filter:keymaster]
use = egg:swift#keymaster
encryption_root_secret = YSBzZWNyZXQgb2YgdGVzdHMsIG9mIDMyIGJ5dGVzIG9yIG1vcmU=
[filter:encryption]
use = egg:swift#encryption
"""

STORAGE = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
conn_timeout = 60
node_timeout = 60
"""


class Cache:
    """In the place of memcached, for one process: what it remembers of accounts and buckets."""

    def __init__(self):
        self.values = {}

    def get(self, key, *_args, **_options):
        return copy.deepcopy(self.values.get(key))

    def set(self, key, value, *_args, **_options):
        self.values[key] = copy.deepcopy(value)

    def delete(self, key, *_args, **_options):
        self.values.pop(key, None)

    def incr(self, key, delta=1, **_options):
        self.values[key] = self.values.get(key, 0) + delta
        return self.values[key]


def with_cache(app):
    cache = Cache()

    def cached(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    return cached


def make_ring(folder, kind, port):
    """One device, one replica."""
    builder = RingBuilder(part_power=2, replicas=1, min_part_hours=1)
    builder.add_dev(
        {"id": 0, "region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "disk", "meta": ""}
    )
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, kind + ".ring.gz"))


def write(folder, name, content):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(content)
    return path


def serve(listener, conf):
    app = with_cache(loadapp(conf))
    eventlet.spawn(
        wsgi.server, listener, app, open(os.devnull, "w"), protocol=SwiftHttpProtocol, log_output=False, debug=False
    )


def main(folder, port):
    os.makedirs(os.path.join(folder, "devices", "disk"), exist_ok=True)
    write(folder, "swift.conf", SWIFT_CONF)
    utils.set_swift_dir(folder)
    listeners = {kind: eventlet.listen(("127.0.0.1", 0)) for kind in ("account", "container", "object")}
    for kind, listener in listeners.items():
        make_ring(folder, kind, listener.getsockname()[1])
        serve(listener, write(folder, kind + "-server.conf", STORAGE.format(folder=folder, kind=kind)))
    front = eventlet.listen(("127.0.0.1", port), backlog=200)
    serve(front, write(folder, "proxy-server.conf", PROXY.format(folder=folder)))
    print(front.getsockname()[1], flush=True)
    eventlet.tpool.execute(sys.stdin.read)
    # The test process has ended, in whatever way: nothing else removes what was stored.
    shutil.rmtree(folder, ignore_errors=True)


main(os.path.abspath(sys.argv[1]), int(sys.argv[2]))
