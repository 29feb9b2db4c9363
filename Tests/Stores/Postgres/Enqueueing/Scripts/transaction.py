"""Runs a statement with parameters in a transaction of asyncpg's, beside a write of the application's own."""
import asyncio
import json
import sys

import asyncpg


async def main():
    order = json.load(sys.stdin)
    connection = await asyncpg.connect(order["url"])
    await connection.execute('create table if not exists public."order" (number int)')
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute('insert into public."order" values (7)')
    row = await connection.fetchrow(order["text"], *order["parameters"])
    await (transaction.commit() if order["commits"] else transaction.rollback())
    await connection.close()
    print(row["result"])


asyncio.run(main())
