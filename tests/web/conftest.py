import pytest

from tests.web.serving import serving


@pytest.fixture(scope="session")
def server():
    """A server that all tests of a process share, with its page open."""
    with serving("--port", "0", "--seconds", "60", "--workers", "2") as server:
        server.open_page()
        yield server
