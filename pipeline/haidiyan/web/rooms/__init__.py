"""The rooms of the site: each module answers the addresses of one."""
