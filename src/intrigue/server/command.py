"""`intrigue serve`: one command, no set-up. Heavy parts are imported when it runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from .run import Words


def register(app: typer.Typer, say: "Words") -> None:
    """Put the command on the program."""

    def help_of(name: str) -> str:
        return say("help", name)

    @app.command(help=help_of("serve"))
    def serve(
        host: Annotated[str, typer.Option("--host", help=help_of("host"))] = "127.0.0.1",
        port: Annotated[int, typer.Option("--port", min=0, max=65535, help=help_of("port"))] = 8765,
        data: Annotated[Path, typer.Option("--data", help=help_of("data"))] = Path("intrigue-data"),
        database: Annotated[
            str | None, typer.Option("--database", help=help_of("database"))
        ] = None,
        bot_delay: Annotated[
            float, typer.Option("--bot-delay", min=0, max=60, help=help_of("bot_delay"))
        ] = 2.0,
        bots: Annotated[list[str], typer.Option("--bot", help=help_of("offer_bot"))] = [],  # noqa: B006
        limits: Annotated[
            bool, typer.Option("--limits/--no-limits", help=help_of("limits"))
        ] = True,
        operator: Annotated[
            str | None,
            typer.Option(
                "--operator-secret", envvar="INTRIGUE_OPERATOR_SECRET", help=help_of("operator")
            ),
        ] = None,
        address: Annotated[
            str | None,
            typer.Option("--address", envvar="INTRIGUE_ADDRESS", help=help_of("address")),
        ] = None,
        mail: Annotated[
            str | None, typer.Option("--mail", envvar="INTRIGUE_MAIL", help=help_of("mail"))
        ] = None,
        sender: Annotated[
            str | None, typer.Option("--sender", envvar="INTRIGUE_SENDER", help=help_of("sender"))
        ] = None,
        notice_delay: Annotated[
            float, typer.Option("--notice-delay", min=0, max=3600, help=help_of("notice_delay"))
        ] = 20.0,
        private_hooks: Annotated[
            bool, typer.Option("--private-hooks", help=help_of("private_hooks"))
        ] = False,
        proxy: Annotated[
            str | None, typer.Option("--proxy", envvar="INTRIGUE_PROXY", help=help_of("proxy"))
        ] = None,
        clock: Annotated[
            Path | None, typer.Option("--clock", envvar="INTRIGUE_TEST_CLOCK", hidden=True)
        ] = None,
    ) -> None:
        from .run import run
        from .settings import Settings

        settings = Settings(
            host,
            port,
            data,
            database,
            bot_delay,
            tuple(bots),
            limits,
            operator,
            clock,
            address=None if address is None else address.rstrip("/"),
            mail=mail,
            sender=sender,
            notice_delay=notice_delay,
            private_hooks=private_hooks,
            proxy=proxy,
        )
        run(settings, say)

    file = typer.Argument(metavar="FILE", help=help_of("backup_file"))
    folder = typer.Option("--data", help=help_of("data"))
    address = typer.Option("--database", help=help_of("database"))

    @app.command(help=help_of("backup"))
    def backup(
        path: Annotated[Path, file],
        data: Annotated[Path, folder] = Path("intrigue-data"),
        database: Annotated[str | None, address] = None,
    ) -> None:
        from .db import backup as keep
        from .db.storage import existing

        rows = keep.backup(existing(data, database), path)
        say.out.print(say("serve", "backed_up", rows=rows, path=str(path)), markup=False)

    @app.command(help=help_of("restore"))
    def restore(
        path: Annotated[Path, file],
        data: Annotated[Path, folder] = Path("intrigue-data"),
        database: Annotated[str | None, address] = None,
    ) -> None:
        from .db import backup as keep
        from .db.storage import prepared

        rows = keep.restore(prepared(data, database), path)
        say.out.print(say("serve", "restored", rows=rows, path=str(path)), markup=False)
